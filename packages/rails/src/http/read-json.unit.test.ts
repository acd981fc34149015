import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.ts";

describe("an answer with a text that Postgres does not store", () => {
  it.each([
    ["a NUL", String.raw`a\u0000`],
    ["the first half of a surrogate pair", String.raw`\uD83Da`],
    ["the second half of one", String.raw`\udE00`],
  ])("is read as if %s had not been said, and what stands beside it as it is", (_what, text) => {
    const said = `{"name":"${text}","amount":5000,"of":[{"id":"${text}","paid":true}]}`;
    expect(readJson(said)).toEqual({ amount: 5_000, of: [{ paid: true }] });
    expect(readJson(`"${text}"`)).toBeUndefined();
  });

  it("is unreadable where a name holds it: what it names could change the rest", () => {
    expect(readJson(String.raw`{"amount":5000,"a\u0000":1}`)).toBeUndefined();
  });

  it("is any other where it only looks so", () => {
    const said = String.raw`{"pair":"\ud83d\ude00","escaped":"\\u0000","\u00e9":"\u0001"}`;
    expect(readJson(said)).toEqual({ pair: "😀", escaped: String.raw`\u0000`, é: "\u0001" });
  });
});

it.each(["", "<html></html>", '{"a":'])("a page or a broken body is no JSON: %j", (text) => {
  expect(readJson(text)).toBeUndefined();
});
