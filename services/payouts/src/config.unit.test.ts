import { rootCertificates } from "node:tls";
import { inspect } from "node:util";
import { ConfigError } from "@sanu/platform";
import { attemptSettingsChecks, developmentSettings } from "@sanu/testing";
import { expect, it } from "vitest";
import { readPayoutsConfig } from "./config.ts";

const given = {
  ...developmentSettings("payouts"),
  SANDBOX_URL: "http://127.0.0.1:4010",
};

it("reads what is given, fills in the rest, and prints no secret", () => {
  const config = readPayoutsConfig(given);
  expect(config).toMatchObject({
    nodes: { send: { providers: ["sandbox"] } },
    network: "any",
    connectors: { disbursement: { providers: ["sandbox"] }, statement: { providers: ["sandbox"] } },
    attemptLimits: { reviewAfterMs: 3_600_000 },
    terms: {
      send: { feeLimitBasisPoints: 200n, attemptsMax: 3 },
      disbursement: { attemptsMax: 5, retryPauseMs: 2_000 },
    },
  });
  expect(inspect(config, { depth: null })).not.toContain("secret");
});

it.each(attemptSettingsChecks)("$title", ({ run }) => {
  expect(() => run(readPayoutsConfig, given)).not.toThrow();
});

it("names everything that is missing at once", () => {
  expect(() => readPayoutsConfig({})).toThrow(
    /NATS_URL[\s\S]*PAYOUTS_DATABASE_URL[\s\S]*SANDBOX_URL/,
  );
});

it.each([
  ["FEE_LIMIT_BASIS_POINTS", "10001"],
  ["SEND_ATTEMPTS_MAX", "0"],
  ["DISBURSE_ATTEMPTS_MAX", "0"],
  ["OUTCOME_UNKNOWN_AFTER_MS", "999"],
  ["CHAIN_BATCH_PAYOUTS_MAX", "0"],
  ["CHAIN_BATCH_WAIT_MS", "600001"],
])("refuses %s of %s", (name, value) => {
  expect(() => readPayoutsConfig({ ...given, [name]: value })).toThrow(name);
});

it("lets nobody wait for others so long that a person would look at it", () => {
  const batches = { CHAIN_BATCH_PAYOUTS_MAX: "10", CHAIN_BATCH_WAIT_MS: "60000" };
  const batch = { payoutsMax: 10, waitMs: 60_000 };
  expect(readPayoutsConfig({ ...given, ...batches })).toMatchObject({ terms: { send: { batch } } });
  expect(readPayoutsConfig(given).terms.send.batch.payoutsMax).toBe(1);
  for (const short of ["OUTCOME_UNKNOWN_AFTER_MS", "SEND_PLACE_WAIT_MS"]) {
    const read = () => readPayoutsConfig({ ...given, ...batches, [short]: "119999" });
    expect(read).toThrow(/CHAIN_BATCH_WAIT_MS/);
  }
});

it.each(["staging", "production"])("reaches no receiver of this machine in %s", (environment) => {
  const port = { LNURL_LOCALHOST_PORT: "4080" };
  expect(readPayoutsConfig({ ...given, ...port })).toMatchObject({ lnurlLocalhostPort: 4_080 });
  const read = () => readPayoutsConfig({ ...given, ...port, SANU_ENV: environment });
  expect(read).toThrow(/LNURL_LOCALHOST_PORT.*development only/);
});

it("pays nobody really through the sandbox", () => {
  const inProduction = () => readPayoutsConfig({ ...given, SANU_ENV: "production" });
  expect(inProduction).toThrow(ConfigError);
  expect(inProduction).toThrow(/SEND_RAIL[\s\S]*DISBURSE_RAIL[\s\S]*BITCOIN_NETWORK/);
});

it("sends no real money that nobody compares with a statement", () => {
  const production = {
    ...developmentSettings("payouts"),
    SANU_ENV: "production",
    BITCOIN_NETWORK: "mainnet",
    SANDBOX_URL: given.SANDBOX_URL,
    DISBURSE_RAIL: "hub2",
    STATEMENT_RAIL: "by-status",
    HUB2_ENVIRONMENT: "live",
    HUB2_API_KEY: "0123456789",
    HUB2_MERCHANT_ID: "one",
    FEDAPAY_ENVIRONMENT: "live",
    FEDAPAY_SECRET_KEY: "sk_live_0123456789",
    SEND_RAIL: "phoenixd,lnd",
    NODE_STATEMENT_RAIL: "lnd",
    PHOENIXD_URL: "http://127.0.0.1:9740",
    PHOENIXD_PASSWORD: "0123456789",
    LND_URL: "https://node.example:8080",
    LND_TLS_CERTIFICATE: rootCertificates[0] ?? "",
    LND_MACAROON: "0201",
  };
  const read =
    (change: Record<string, string> = {}) =>
    () =>
      readPayoutsConfig({ ...production, ...change });
  // phoenixd states nothing.
  expect(read()).not.toThrow();
  expect(read({ STATEMENT_RAIL: "fedapay" })).toThrow(
    "STATEMENT_RAIL: must name hub2, or by-status: nobody would compare what it moves",
  );
});
