import { newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { ClientReferenceFilter, OptionalClientReference, TransactionIds } from "./client-fields.ts";

describe("what a client calls an order", () => {
  it.each(["1", "#1042", "ORDER/2026-11-25:7", "a".repeat(100), "~!$%^&*(){}[]|\\'\"<>?"])(
    "is visible ASCII: %s",
    (text) => {
      expect(OptionalClientReference.parse(text)).toBe(text);
      expect(ClientReferenceFilter.parse(text)).toBe(text);
    },
  );

  it.each([
    "a".repeat(101),
    "two words",
    " 1",
    "1 ",
    "a\u0000b",
    "a\nb",
    "a\r\nx-header: 1",
    "\u007f",
    "é",
    "\u202eabc",
    "=1+1",
    "+22990000000",
    "-1",
    "@x",
  ])("is refused where anything else is in it: %j", (text) => {
    expect(OptionalClientReference.safeParse(text).success).toBe(false);
    expect(ClientReferenceFilter.safeParse(text).success).toBe(false);
  });

  it.each([undefined, null, ""])("may be nothing: %j", (nothing) => {
    expect(OptionalClientReference.parse(nothing)).toBeNull();
  });

  it.each([1, true, {}, ["a"]])("is no other kind of value: %j", (value) => {
    expect(OptionalClientReference.safeParse(value).success).toBe(false);
  });

  it("is no filter where it is empty", () => {
    expect(ClientReferenceFilter.safeParse("").success).toBe(false);
  });
});

describe("ids of transactions", () => {
  const ids = Array.from({ length: 100 }, () => newId<string>());

  it("are up to a hundred, each once, in capitals or not", () => {
    expect(TransactionIds.parse(ids.join(","))).toEqual(ids);
    const [one = "", other = ""] = ids;
    expect(TransactionIds.parse(`${one},${other.toUpperCase()},${one}`)).toEqual([one, other]);
    expect(TransactionIds.parse(undefined)).toBeUndefined();
  });

  it.each([
    ["nothing", ""],
    ["a comma", ","],
    ["a word", "abc"],
    ["one and nothing", `${ids[0]},`],
    ["nothing and one", `,${ids[0]}`],
    ["one and a space", `${ids[0]}, ${ids[1]}`],
    ["more than a hundred", [...ids, newId()].join(",")],
    ["a statement", `${ids[0]}'; drop table transaction_list; --`],
    ["braces", `{${ids[0]}}`],
    ["another separator", `${ids[0]};${ids[1]}`],
  ])("are not %s", (_what, text) => {
    expect(TransactionIds.safeParse(text).success).toBe(false);
  });

  it("are one text, and no list", () => {
    expect(TransactionIds.safeParse([ids[0]]).success).toBe(false);
  });
});
