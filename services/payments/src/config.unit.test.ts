import { ConfigError, printableConfig } from "@sanu/platform";
import { expect, it } from "vitest";
import { readPaymentsConfig } from "./config.ts";

const given = {
  NATS_URL: "nats://127.0.0.1:4222",
  PAYMENTS_DATABASE_URL: "postgres://payments:secret@127.0.0.1/payments",
  SANDBOX_URL: "http://127.0.0.1:4010",
  SANDBOX_CALLBACK_SECRET: "a shared secret",
};

it("reads what is given, fills in the rest, and prints no secret", () => {
  const config = readPaymentsConfig(given);
  expect(config).toMatchObject({ collectionRail: "sandbox", namespace: "", databasePoolMax: 10 });
  expect(JSON.stringify(printableConfig(config))).not.toContain("secret");
});

it("names everything that is missing at once", () => {
  expect(() => readPaymentsConfig({})).toThrow(
    /NATS_URL[\s\S]*PAYMENTS_DATABASE_URL[\s\S]*SANDBOX_URL[\s\S]*SANDBOX_CALLBACK_SECRET/,
  );
});

it("collects no real money through the sandbox", () => {
  expect(() => readPaymentsConfig({ ...given, SANU_ENV: "production" })).toThrow(ConfigError);
});
