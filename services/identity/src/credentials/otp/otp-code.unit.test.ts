import { type AccountId, newId } from "@sanu/kernel";
import { secret } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { hmacOfCode, isSameHmac, newOtpCode } from "./otp-code.ts";

const pepper = secret("a pepper of the test, long enough");
const binding = { accountId: newId<"AccountId">() as AccountId, purpose: "activate" } as const;

describe("a one-time password", () => {
  it("has six digits, leading zeros included", () => {
    const codes = Array.from({ length: 2_000 }, newOtpCode);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(codes.some((code) => code.startsWith("0"))).toBe(true);
  });

  it("is drawn anew each time", () => {
    // 2 000 of a million: about two meet by chance, a hundred never do.
    expect(new Set(Array.from({ length: 2_000 }, newOtpCode)).size).toBeGreaterThan(1_900);
  });

  it("is recognised for its own account and purpose", () => {
    const stored = hmacOfCode(pepper, binding, "012345");
    expect(isSameHmac(stored, hmacOfCode(pepper, binding, "012345"))).toBe(true);
    expect(stored).toHaveLength(32);
  });

  it.each([
    ["another code", hmacOfCode(pepper, binding, "012346")],
    ["another account", hmacOfCode(pepper, { ...binding, accountId: newId() }, "012345")],
    ["another purpose", hmacOfCode(pepper, { ...binding, purpose: "reset" }, "012345")],
    ["another pepper", hmacOfCode(secret("another pepper"), binding, "012345")],
    ["a shorter value", new Uint8Array(31)],
  ])("is not recognised for %s", (_what, other) => {
    expect(isSameHmac(hmacOfCode(pepper, binding, "012345"), other)).toBe(false);
  });
});
