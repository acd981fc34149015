import { describe, expect, it } from "vitest";
import type { ProviderResponse } from "./provider-http.ts";
import { unknownResponse } from "./unknown-response.ts";

describe("an answer that is neither yes nor no", () => {
  it.each([
    [{ kind: "no-response", cause: "no-response" }, "no-response"],
    [{ kind: "no-response", cause: "connection-lost" }, "connection-lost"],
    [{ kind: "response", status: 500, json: {} }, "provider-fault"],
    [{ kind: "response", status: 503, json: undefined }, "provider-fault"],
    [{ kind: "response", status: 429, json: {} }, "provider-busy"],
    [{ kind: "response", status: 401, json: {} }, "not-permitted"],
    [{ kind: "response", status: 403, json: undefined }, "not-permitted"],
    [{ kind: "response", status: 200, json: undefined }, "unreadable-response"],
    [{ kind: "response", status: 200, json: {} }, "unexpected-response"],
  ] satisfies readonly [ProviderResponse, string][])(
    "is unknown with its cause: %#",
    (response, cause) => {
      expect(unknownResponse(response)).toEqual({ kind: "unknown", cause });
    },
  );
});
