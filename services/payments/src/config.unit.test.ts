import { rootCertificates } from "node:tls";
import { inspect } from "node:util";
import { ConfigError } from "@sanu/platform";
import { attemptSettingsChecks, developmentSettings } from "@sanu/testing";
import { expect, it } from "vitest";
import { readPaymentsConfig } from "./config.ts";

const given = {
  ...developmentSettings("payments"),
  SANDBOX_URL: "http://127.0.0.1:4010",
  SANDBOX_CALLBACK_SECRET: "a shared secret",
  INVOICE_KEY: "a secret that is long enough for that",
};

it("reads what is given, fills in the rest, and prints no secret", () => {
  const config = readPaymentsConfig(given);
  expect(config).toMatchObject({
    connectors: { collection: { providers: ["sandbox"] }, statement: { providers: ["sandbox"] } },
    namespace: "",
    databasePoolMax: 10,
  });
  expect(inspect(config, { depth: null })).not.toContain("secret");
});

it.each(attemptSettingsChecks)("$title", ({ run }) => {
  expect(() => run(readPaymentsConfig, given)).not.toThrow();
});

it("names everything that is missing at once", () => {
  expect(() => readPaymentsConfig({})).toThrow(
    /NATS_URL[\s\S]*PAYMENTS_DATABASE_URL[\s\S]*INVOICE_KEY[\s\S]*SANDBOX_URL[\s\S]*SANDBOX_CALLBACK_SECRET/,
  );
});

it("derives no invoice from a key that could be guessed", () => {
  expect(() => readPaymentsConfig({ ...given, INVOICE_KEY: "x".repeat(31) })).toThrow(
    /INVOICE_KEY/,
  );
});

it("collects no real money through the sandbox", () => {
  expect(() => readPaymentsConfig({ ...given, SANU_ENV: "production" })).toThrow(ConfigError);
});

const {
  SANDBOX_URL: _url,
  SANDBOX_CALLBACK_SECRET: _secret,
  ...production
} = {
  ...given,
  SANU_ENV: "production",
  COLLECTION_RAIL: "fedapay",
  STATEMENT_RAIL: "fedapay",
  FEDAPAY_ENVIRONMENT: "live",
  FEDAPAY_SECRET_KEY: "sk_live_0123456789",
  FEDAPAY_WEBHOOK_SECRETS: "wh_live_0123456789",
  LIGHTNING_RECEIVE_RAIL: "lnd",
  NODE_STATEMENT_RAIL: "lnd",
  LND_URL: "https://node.example:8080",
  LND_TLS_CERTIFICATE: rootCertificates[0] ?? "",
  LND_MACAROON: "0201",
};

it("starts in production where every rail is real, the node among them", () => {
  expect(readPaymentsConfig(production)).toMatchObject({
    nodes: { receive: { providers: ["lnd"] }, statement: { providers: ["lnd"] } },
  });
  for (const rail of ["LIGHTNING_RECEIVE_RAIL", "NODE_STATEMENT_RAIL"]) {
    const played = { ...production, [rail]: "sandbox", SANDBOX_URL: given.SANDBOX_URL };
    expect(() => readPaymentsConfig(played)).toThrow(rail);
  }
  expect(() => readPaymentsConfig({ ...production, LND_NETWORK: "regtest" })).toThrow(
    "LND_NETWORK: must be mainnet in production",
  );
});

it("moves no real money that nobody compares with a statement", () => {
  const hub2 = {
    HUB2_ENVIRONMENT: "live",
    HUB2_API_KEY: "0123456789",
    HUB2_MERCHANT_ID: "one",
    HUB2_WEBHOOK_SECRETS: "0123456789",
  };
  const read = (change: Record<string, string>) => () =>
    readPaymentsConfig({ ...production, ...hub2, ...change });
  const played = { ...hub2, HUB2_ENVIRONMENT: "sandbox", COLLECTION_RAIL: "sandbox,hub2" };
  expect(() => readPaymentsConfig({ ...given, ...played })).not.toThrow();
  for (const COLLECTION_RAIL of ["fedapay,hub2", "hub2,-fedapay"]) {
    expect(read({ COLLECTION_RAIL })).toThrow(
      "STATEMENT_RAIL: must name hub2, or by-status: nobody would compare what it moves",
    );
    expect(read({ COLLECTION_RAIL, STATEMENT_RAIL: "fedapay,by-status" })).not.toThrow();
  }
  const second = Object.fromEntries(
    Object.entries(production).flatMap(([name, value]) =>
      name.startsWith("LND_") ? [[name.replace("LND_", "LND_TWO_"), value]] : [],
    ),
  );
  const url = { LND_TWO_URL: "https://two.example:8080" };
  const nodes = { ...second, ...url, LIGHTNING_RECEIVE_RAIL: "lnd-two,-lnd" };
  expect(read(nodes)).toThrow(
    "NODE_STATEMENT_RAIL: must name lnd-two: nobody would compare what it moves",
  );
  expect(read({ ...nodes, NODE_STATEMENT_RAIL: "lnd,lnd-two" })).not.toThrow();
});

it("leaves one node that gets new invoices", () => {
  const only = { ...given, LIGHTNING_RECEIVE_RAIL: "-sandbox" };
  expect(() => readPaymentsConfig(only)).toThrow("LIGHTNING_RECEIVE_RAIL: must leave one node");
});

it("holds sats for longer than it needs to take them: every sale would be let go", () => {
  const read = (blocks: Record<string, string>) => () =>
    readPaymentsConfig({ ...production, ...blocks });
  expect(read({ CAPTURE_MARGIN_BLOCKS: "74" })).not.toThrow();
  const mistake =
    "LND_INVOICE_CLTV_BLOCKS: must be 6 above CAPTURE_MARGIN_BLOCKS at least: every sale would be let go";
  expect(read({ CAPTURE_MARGIN_BLOCKS: "75" })).toThrow(mistake);
  expect(read({ CAPTURE_MARGIN_BLOCKS: "144", LND_INVOICE_CLTV_BLOCKS: "144" })).toThrow(mistake);
});
