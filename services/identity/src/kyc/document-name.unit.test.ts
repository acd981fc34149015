import { secret } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { documentName } from "./document-name.ts";

const key = secret("a key of the deployment, kept apart");

describe("the name of a document", () => {
  it("is the same however its number is spelt, and whoever hands it in", () => {
    const name = documentName(key, "PASSPORT", "b 12-345.67");
    expect(documentName(key, "PASSPORT", "B1234567")).toBe(name);
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
  });
});
