import { describe, expect, it } from "vitest";
import type { ProviderAnswer } from "./provider-http.ts";
import { unknownAnswer } from "./unknown-response.ts";

describe("an answer that is neither yes nor no", () => {
  it.each([
    [{ kind: "no-answer", cause: "no-answer" }, "no-answer"],
    [{ kind: "no-answer", cause: "connection-lost" }, "connection-lost"],
    [{ kind: "answer", status: 500, json: {} }, "provider-fault"],
    [{ kind: "answer", status: 503, json: undefined }, "provider-fault"],
    [{ kind: "answer", status: 429, json: {} }, "provider-busy"],
    [{ kind: "answer", status: 401, json: {} }, "not-permitted"],
    [{ kind: "answer", status: 403, json: undefined }, "not-permitted"],
    [{ kind: "answer", status: 200, json: undefined }, "unreadable-answer"],
    [{ kind: "answer", status: 200, json: {} }, "unexpected-answer"],
  ] satisfies readonly [ProviderAnswer, string][])(
    "is unknown with its cause: %#",
    (answer, cause) => {
      expect(unknownAnswer(answer)).toEqual({ kind: "unknown", cause });
    },
  );
});
