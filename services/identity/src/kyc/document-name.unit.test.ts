import { secret } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { documentName } from "./document-name.ts";

const key = secret("a key of the deployment, kept apart");

describe("the name of a document", () => {
  it("is the same however its number is spelt, and whoever hands it in", () => {
    const name = documentName(key, "PASSPORT", "b 12-345.67");
    for (const spelt of [
      "B1234567",
      "b\u200b12\u00ad345\u2060 67",
      "\uff22\uff11\uff12345/67",
      "B1\u20132345_67",
    ]) {
      expect(documentName(key, "PASSPORT", spelt)).toBe(name);
    }
    expect(name).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it("is another one for another document, kind or deployment", () => {
    const name = documentName(key, "PASSPORT", "B1234567");
    const others = [
      documentName(key, "PASSPORT", "B1234568"),
      documentName(key, "NATIONAL_ID", "B1234567"),
      documentName(secret("the key of another deployment"), "PASSPORT", "B1234567"),
    ];
    expect(new Set([name, ...others]).size).toBe(4);
    expect(documentName(key, "PASSPORT", "BO")).not.toBe(documentName(key, "PASSPORT", "B0"));
  });

  it.each([
    ["a Cyrillic В", "\u04121234567"],
    ["a Greek Β", "\u03921234567"],
    ["an accent", "\u00c91234567"],
    ["an accent of its own", "B\u03071234567"],
    ["Arabic digits", "B\u0661\u0662\u0663"],
    ["a filler that is a letter", "B\u31641234567"],
    ["nothing but separators", " -\u200b. "],
  ])("is none with %s", (_what, number) => {
    expect(documentName(key, "PASSPORT", number)).toBeUndefined();
  });
});
