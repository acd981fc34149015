import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gatewayLimits } from "../limits.ts";
import { readJson } from "./read-json.ts";

const read = (text: string) => readJson(new TextEncoder().encode(text));
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("reading JSON", () => {
  it("gives what was written, whatever it was", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes("__proto__"));
        expect(read(text)).toEqual({ kind: "read", value: JSON.parse(text) });
      }),
    );
  });

  it("takes no text with one byte too few", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }), (value) => {
        expect(read(JSON.stringify(value).slice(0, -1))).toEqual({ kind: "malformed" });
      }),
    );
  });

  it("takes an empty body for an empty object", () => {
    expect(read("")).toEqual({ kind: "read", value: {} });
  });

  it("takes the same key in two objects, and the same text as key and value", () => {
    expect(read('[{"a": "a"}, {"a": {"a": "b"}}]').kind).toBe("read");
  });

  it("is not confused by marks inside texts", () => {
    expect(read('{"a": "}{[\\"a\\": ", "b": "\\\\"}')).toEqual({
      kind: "read",
      value: { a: '}{["a": ', b: "\\" },
    });
  });

  it("takes 16 levels and not 17", () => {
    expect(read(nested(gatewayLimits.jsonDepthMax)).kind).toBe("read");
    expect(read(nested(gatewayLimits.jsonDepthMax + 1)).kind).toBe("malformed");
  });
});
