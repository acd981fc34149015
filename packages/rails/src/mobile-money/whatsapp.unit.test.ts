import { describe, expect, it } from "vitest";
import { readWhatsapp } from "./whatsapp.ts";

describe("a WhatsApp number", () => {
  it.each([
    ["+229 01 97 00 00 01", "TG", "+2290197000001"],
    ["00221 77 123 45 67", "BJ", "+221771234567"],
    ["(33) 6-12-34-56-78", "BJ", "+33612345678"],
    ["22901970000 01", "BJ", "+2290197000001"],
    ["95 12 34 56", "BJ", "+2290195123456"],
    ["01 95 12 34 56", "BJ", "+2290195123456"],
    ["+229 95 12 34 56", null, "+2290195123456"],
    ["77 123 45 67", "SN", "+221771234567"],
    ["+33612345678", null, "+33612345678"],
  ] as const)("is kept in its international form: %s of %s", (written, country, stored) => {
    expect(readWhatsapp(written, country)).toBe(stored);
  });

  it.each([
    ["", "BJ"],
    ["12", "BJ"],
    ["0197000001", null],
    ["0197000", "BJ"],
    ["+22901970000011234", "BJ"],
    ["+229 O1 97", "BJ"],
    ["call me", "BJ"],
    ["+999 12345678", "BJ"],
    ["0000000000", "BJ"],
  ] as const)("is no number: %j of %s", (written, country) => {
    expect(readWhatsapp(written, country)).toBeUndefined();
  });
});
