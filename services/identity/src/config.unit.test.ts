import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { developmentSettings, mistakesOf } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { readIdentityConfig } from "./config.ts";
import { makeSigningKeyPem } from "./sessions/signing-key.ts";

const least = {
  ...developmentSettings("identity"),
  SMTP_URL: "smtp://127.0.0.1:2525",
};

describe("the configuration of identity", () => {
  it("needs three addresses in development and no secret", () => {
    const config = readIdentityConfig(least);
    expect(config.environment).toBe("development");
    expect(config.tokenPrivateKey).toBeUndefined();
    expect(config.otpPepper).toBeUndefined();
  });

  it("names everything that is missing at once, and nothing that has a default", () => {
    const names = [
      ...Object.keys(least).filter((name) => name !== "SANU_ENV"),
      "PUBLIC_URL",
      "TOKEN_PRIVATE_KEY",
      "OTP_PEPPER",
      "KYC_DOCUMENT_KEYS",
      "PERSON_KEY",
      "SEALING_PUBLIC_KEY",
    ];
    expect(mistakesOf(() => readIdentityConfig({ SANU_ENV: "production" })).toSorted()).toEqual(
      names.map((name) => `${name} is not set`).toSorted(),
    );
  });

  it("needs a second connection: a code is made in a transaction that looks at the throttle over another one", () => {
    const of = (connections: string) => () =>
      readIdentityConfig({ ...least, DATABASE_POOL_MAX: connections });
    expect(mistakesOf(of("1"))).toEqual(["DATABASE_POOL_MAX: must be between 2 and 100"]);
    expect(of("2")().databasePoolMax).toBe(2);
  });

  it("makes no secret for itself in production", () => {
    const production = { ...least, SANU_ENV: "production", PUBLIC_URL: "https://api.example" };
    expect(mistakesOf(() => readIdentityConfig(production))).toEqual([
      expect.stringContaining("TOKEN_PRIVATE_KEY"),
      expect.stringContaining("OTP_PEPPER"),
      expect.stringContaining("PERSON_KEY"),
      expect.stringContaining("KYC_DOCUMENT_KEYS"),
      expect.stringContaining("SEALING_PUBLIC_KEY"),
    ]);
    const secrets = {
      TOKEN_PRIVATE_KEY: makeSigningKeyPem(),
      OTP_PEPPER: "p".repeat(32),
      PERSON_KEY: "k".repeat(32),
      KYC_DOCUMENT_KEYS: randomBytes(32).toString("base64url"),
      SEALING_PUBLIC_KEY: randomBytes(32).toString("base64url"),
    };
    expect(mistakesOf(() => readIdentityConfig({ ...production, ...secrets }))).toEqual([]);
  });

  it("refuses a token key that is none and a pepper that is short, without quoting them", () => {
    const mistakes = mistakesOf(() =>
      readIdentityConfig({ ...least, TOKEN_PRIVATE_KEY: "hunter2", OTP_PEPPER: "hunter2" }),
    );
    expect(mistakes).toHaveLength(2);
    expect(mistakes.join("\n")).not.toContain("hunter2");
  });

  it("lets strangers do as much as the API promises, unless told otherwise", () => {
    expect(readIdentityConfig(least).throttleQuotas).toEqual({
      actorPerMinute: 20,
      loginPerSourceAndHour: 10,
      addressPerMinute: 600,
      loginPerHour: 30,
      knownLoginPerHour: 100,
    });
    const env = { ...least, AUTH_PER_MINUTE: "5", LOGIN_FAILURES_PER_HOUR: "0" };
    expect(mistakesOf(() => readIdentityConfig(env))).toEqual([
      expect.stringContaining("LOGIN_FAILURES_PER_HOUR"),
    ]);
  });

  it("makes passkeys for its public address, and starts for no other page than browsers take", () => {
    const { relyingParty } = readIdentityConfig(least).secondFactors;
    expect(relyingParty).toEqual({ id: "localhost", origins: ["https://localhost:8443"] });
    const env = { ...least, WEBAUTHN_RP_ID: "sanu.example" };
    const origins = "https://api.sanu.example,https://sanu.example";
    expect(mistakesOf(() => readIdentityConfig({ ...env, WEBAUTHN_ORIGINS: origins }))).toEqual([]);
    for (const wrong of [{}, { WEBAUTHN_ORIGINS: "https://evil.example" }]) {
      expect(mistakesOf(() => readIdentityConfig({ ...env, ...wrong }))).toEqual([
        expect.stringContaining("WEBAUTHN_ORIGINS"),
      ]);
    }
  });

  it("takes the limits of the four tiers as long as none falls behind the one below", () => {
    expect(readIdentityConfig(least).kycTierLimitsXof).toEqual([
      200_000n,
      500_000n,
      2_000_000n,
      10_000_000n,
    ]);
    const limits = (text: string) => ({ ...least, KYC_TIER_LIMITS_XOF: text });
    expect(readIdentityConfig(limits("0,5,5,900")).kycTierLimitsXof).toEqual([0n, 5n, 5n, 900n]);
    for (const text of ["1,2,3", "1,2,3,4,5", "1,2,3,-4", "1,2,3,4.5", "1, 2, 3, 4", "4,3,2,1"]) {
      expect([text, mistakesOf(() => readIdentityConfig(limits(text)))]).toEqual([
        text,
        [expect.stringContaining("KYC_TIER_LIMITS_XOF: must")],
      ]);
    }
  });

  it("prints no secret", () => {
    const config = readIdentityConfig({ ...least, OTP_PEPPER: "hunter2".repeat(6) });
    expect(inspect(config, { depth: null })).not.toContain("hunter2");
  });
});
