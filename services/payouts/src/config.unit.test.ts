import { ConfigError, printableConfig } from "@sanu/platform";
import { expect, it } from "vitest";
import { readPayoutsConfig } from "./config.ts";

const given = {
  NATS_URL: "nats://127.0.0.1:4222",
  PAYOUTS_DATABASE_URL: "postgres://payouts:secret@127.0.0.1/payouts",
  SANDBOX_URL: "http://127.0.0.1:4010",
};

it("reads what is given, fills in the rest, and prints no secret", () => {
  const config = readPayoutsConfig(given);
  expect(config).toMatchObject({
    sendRail: "sandbox",
    network: "any",
    terms: { feeLimitBasisPoints: 100n, feeLimitFloorSats: 500n, attemptsMax: 3 },
  });
  expect(JSON.stringify(printableConfig(config))).not.toContain("secret");
});

it("names everything that is missing at once", () => {
  expect(() => readPayoutsConfig({})).toThrow(
    /NATS_URL[\s\S]*PAYOUTS_DATABASE_URL[\s\S]*SANDBOX_URL/,
  );
});

it.each([
  ["FEE_LIMIT_FLOOR_SATS", "0"],
  ["FEE_LIMIT_BASIS_POINTS", "10001"],
  ["SEND_ATTEMPTS_MAX", "0"],
])("refuses %s of %s", (name, value) => {
  expect(() => readPayoutsConfig({ ...given, [name]: value })).toThrow(name);
});

it("pays nobody really through the sandbox", () => {
  expect(() => readPayoutsConfig({ ...given, SANU_ENV: "production" })).toThrow(ConfigError);
});
