import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ConfigError, readConfig } from "./read-config.ts";
import { secret } from "./secret.ts";
import * as settings from "./settings.ts";

const Schema = z
  .object({
    GATEWAY_PORT: settings.PortSetting,
    PAYMENTS_DATABASE_URL: settings.secretUrlSetting("postgres:", "postgresql:"),
    NATS_URL: settings.secretUrlSetting("nats:"),
    PROVIDER_URL: settings.urlSetting("https:").default("https://provider.example"),
    CALLBACK_SECRET: settings.SecretSetting,
    OPEN_MAX: settings.wholeSetting(1, 100).default(10),
    TIME_ZONE: settings.TimeZoneSetting.default("Africa/Porto-Novo"),
  })
  .transform((env) => ({
    port: env.GATEWAY_PORT,
    databaseUrl: env.PAYMENTS_DATABASE_URL,
    natsUrl: env.NATS_URL,
    providerUrl: env.PROVIDER_URL,
    callbackSecret: env.CALLBACK_SECRET,
    openMax: env.OPEN_MAX,
    timeZone: env.TIME_ZONE,
  }));

const good = {
  GATEWAY_PORT: "8443",
  PAYMENTS_DATABASE_URL: "postgres://payments:p4ss@localhost:5432/payments",
  NATS_URL: "nats://sanu:n4ts@localhost:4222",
  CALLBACK_SECRET: "s3cret",
  SOMETHING_ELSE: "of the machine",
};

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(Schema, env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error instanceof ConfigError ? error.mistakes : [];
  }
}

describe("reading a configuration", () => {
  it("gives typed values and fills in what has a default", () => {
    const config = readConfig(Schema, good);

    expect(config).toMatchObject({ port: 8_443, openMax: 10 });
    expect(config.databaseUrl.reveal()).toBe(good.PAYMENTS_DATABASE_URL);
  });

  it("names every mistake at once, and never a value", () => {
    const mistakes = mistakesOf({
      GATEWAY_PORT: "99999",
      PAYMENTS_DATABASE_URL: "mysql://payments:p4ss@localhost/payments",
      CALLBACK_SECRET: "",
      OPEN_MAX: "1.5",
      TIME_ZONE: "Africa/Nowhere",
    });

    expect(mistakes).toEqual([
      "GATEWAY_PORT: must be between 0 and 65535",
      "PAYMENTS_DATABASE_URL: must be a URL that begins with postgres:// or postgresql://",
      "NATS_URL is not set",
      "CALLBACK_SECRET is not set",
      "OPEN_MAX: must be a whole number",
      "TIME_ZONE: must be an IANA time zone",
    ]);
    expect(mistakes.join()).not.toContain("p4ss");
  });

  it("says of a default that contradicts what is set by what, and not that it is not set", () => {
    const pair = z
      .object({
        POLL_MS: settings.wholeSetting(1, 100).default(10),
        STALE_MS: settings.wholeSetting(1, 100),
      })
      .refine((env) => env.POLL_MS < env.STALE_MS, {
        path: ["POLL_MS"],
        error: "must be below STALE_MS",
      });
    expect(() => readConfig(pair, { STALE_MS: "5" })).toThrow("POLL_MS: must be below STALE_MS");
    expect(() => readConfig(pair, {})).toThrow("STALE_MS is not set");
  });

  it("takes a variable set to nothing as not set", () => {
    expect(readConfig(Schema, { ...good, OPEN_MAX: "" }).openMax).toBe(10);
  });
});

describe("printing a configuration", () => {
  it("hides secrets, and URLs with a password", () => {
    const config = readConfig(Schema, good);
    for (const printed of [JSON.stringify(config), inspect(config, { depth: null })]) {
      expect(printed).toContain("8443");
      expect(printed).not.toMatch(/p4ss|s3cret|n4ts/);
    }
  });

  it("cannot print a secret by accident", () => {
    const hidden = secret("s3cret");

    expect(`${hidden}`).toBe("[hidden]");
    expect(JSON.stringify({ hidden })).toBe('{"hidden":"[hidden]"}');
    expect(inspect({ hidden })).not.toContain("s3cret");
    expect(hidden.reveal()).toBe("s3cret");
  });
});
