import { type Instant, instant, instantOfEpochMs, plusMs } from "@sanu/kernel";
import { authenticatorCode } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { findTotpStep, makeTotpSecret, totpCodeOf, totpKeyOf, totpStepOf } from "./totp.ts";

const at = instant("2026-11-21T10:00:05.000000Z");
const stepMs = 30_000;

describe("the codes of an authenticator app", () => {
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("are those of the standard at second %d", (seconds, code) => {
    const secret = Buffer.from("12345678901234567890");
    const moment = instantOfEpochMs(seconds * 1_000);
    expect(totpCodeOf(secret, moment)).toBe(code);
    expect(findTotpStep(secret, code, moment)).toBe(Math.floor(seconds / 30));
  });

  it("are what another implementation shows for the same key", () => {
    const secret = makeTotpSecret();
    const { secret: text } = totpKeyOf(secret, "ama@example.org");
    for (const moment of [at, plusMs(at, stepMs), plusMs(at, 86_400_000)]) {
      const shown = authenticatorCode(text, Date.parse(moment));
      expect(totpCodeOf(secret, moment)).toBe(shown);
    }
  });

  it("count one step before and behind their own, and no further", () => {
    const secret = makeTotpSecret();
    const code = totpCodeOf(secret, at);
    const stepAt = (moment: Instant) => findTotpStep(secret, code, moment);
    for (const steps of [-1, 0, 1]) {
      expect(stepAt(plusMs(at, steps * stepMs))).toBe(totpStepOf(at));
    }
    for (const steps of [-2, 2]) expect(stepAt(plusMs(at, steps * stepMs))).toBeUndefined();
  });

  it("are nothing else: no shorter, longer or empty text is one", () => {
    const secret = makeTotpSecret();
    const code = totpCodeOf(secret, at);
    for (const wrong of ["", code.slice(1), `0${code}`, `${code}0`, "abcdef", "-12345"]) {
      expect(findTotpStep(secret, wrong, at)).toBeUndefined();
    }
  });
});

describe("the key of an authenticator app", () => {
  it("has 160 random bits, and says for whom it is", () => {
    const secret = makeTotpSecret();
    expect(secret).toHaveLength(20);
    expect(makeTotpSecret()).not.toEqual(secret);
    const { secret: text, uri } = totpKeyOf(secret, "ama@example.org");
    expect(text).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Sanu:ama%40example\.org\?/);
    expect(uri).toContain(`secret=${text}`);
    expect(uri).toContain("digits=6&period=30");
  });
});
