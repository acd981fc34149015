import { describe, expect, it } from "vitest";
import type { ProviderResponse } from "./provider-http.ts";
import { response } from "./samples.ts";
import { unknownResponse } from "./unknown-response.ts";

describe("an answer that is neither yes nor no", () => {
  it.each([
    [{ kind: "no-response", cause: "no-response" }, "no-response"],
    [{ kind: "no-response", cause: "connection-lost" }, "connection-lost"],
    [response(500, {}), "provider-fault"],
    [response(503, undefined), "provider-fault"],
    [response(429, {}), "provider-busy"],
    [response(401, {}), "not-permitted"],
    [response(403, undefined), "not-permitted"],
    [response(200, undefined), "unreadable-response"],
    [response(200, {}), "unexpected-response"],
  ] satisfies readonly [ProviderResponse, string][])(
    "is unknown with its cause: %#",
    (response, cause) => {
      expect(unknownResponse(response)).toEqual({ kind: "unknown", cause });
    },
  );
});
