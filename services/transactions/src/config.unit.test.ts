import { inspect } from "node:util";
import { ConfigError, reconciliationLimits } from "@sanu/platform";
import { developmentSettings } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { readTransactionsConfig } from "./config.ts";

const needed = {
  ...developmentSettings("transactions"),
  PUBLIC_URL: "https://sanu.example/",
};

describe("the configuration of transactions", () => {
  it("lets no node take more of an order than the order may spend", () => {
    const phoenixd = { ...needed, LIGHTNING_FEE_SATS: "4", LIGHTNING_FEE_BASIS_POINTS: "40" };
    expect(readTransactionsConfig(phoenixd).terms.lightningFee).toEqual({
      fixedSats: 4n,
      share: 40n,
    });
    const capped = { ...phoenixd, FEE_LIMIT_BASIS_POINTS: "79" };
    expect(() => readTransactionsConfig(capped)).toThrow(/FEE_LIMIT_BASIS_POINTS/);
    const just = { ...phoenixd, FEE_LIMIT_BASIS_POINTS: "80" };
    expect(readTransactionsConfig(just).terms.feeLimitShare).toBe(80n);
  });

  it("compares the ledger no more often than what a statement says can still be fresh", () => {
    const every = (ms: string) =>
      readTransactionsConfig({ ...needed, LEDGER_COMPARE_EVERY_MS: ms }).comparison;
    expect(() => every("4999")).toThrow(
      "LEDGER_COMPARE_EVERY_MS: must be between 5000 and 3600000",
    );
    // Two looks at least fall into the time for which a word is fresh that is already as old as this when it is said.
    const { everyMs, freshMs } = every("5000");
    expect(freshMs - reconciliationLimits.statementLagMs).toBeGreaterThanOrEqual(2 * everyMs);
  });

  it("has the documented limits where nothing else is said", () => {
    expect(readTransactionsConfig(needed)).toMatchObject({
      terms: {
        amountMinXof: 100n,
        amountMaxXof: 1_000_000n,
        onchainMinSats: 1_000n,
        onchainFeeSats: 250n,
        lightningFee: { fixedSats: 1n, share: 0n },
        feeLimitShare: 100n,
        paymentWindowMs: 900_000,
      },
      openMax: 10,
      linkWaitMs: 2_500,
      sandboxMarket: { midXofPerBtc: 60_000_000n, moves: 0n },
      ratePollMs: 10_000,
      rateStaleAfterMs: 60_000,
      judgeRules: { quorum: 3, feedStaleAfterMs: 30_000, deviationMax: 200n, jumpMax: 500n },
      spread: { buy: 200n, sell: 200n },
      timeZone: "Africa/Porto-Novo",
      publicUrl: "https://sanu.example",
    });
  });

  it("names every mistake at once", () => {
    const mistakesOf = (env: Record<string, string>) => {
      try {
        readTransactionsConfig(env);
        return [];
      } catch (error) {
        return error instanceof ConfigError
          ? error.mistakes.map((one) => one.split(/[ :]/)[0])
          : [];
      }
    };

    expect(mistakesOf({})).toEqual([
      "SANU_ENV",
      "NATS_URL",
      "TRANSACTIONS_DATABASE_URL",
      "PUBLIC_URL",
    ]);
    expect(
      mistakesOf({
        ...needed,
        BUSINESS_TIME_ZONE: "Africa/Nowhere",
        LINK_WAIT_MS: "-1",
        SPREAD_BUY_BASIS_POINTS: "10000",
      }),
    ).toEqual(["BUSINESS_TIME_ZONE", "SPREAD_BUY_BASIS_POINTS", "LINK_WAIT_MS"]);
    expect(mistakesOf({ ...needed, AMOUNT_MIN_XOF: "2000000" })).toEqual(["AMOUNT_MIN_XOF"]);
    const bands = { RATE_MIN_XOF_PER_BTC: "2000000000", SPREAD_MAX_BASIS_POINTS: "199" };
    expect(mistakesOf({ ...needed, ...bands })).toEqual(Object.keys(bands));
  });

  it("knows no sandbox rate in production, where the environment must say whence a rate comes", () => {
    const keys = { PERSON_KEY: "k".repeat(32), SEALING_PUBLIC_KEY: "E".repeat(43) };
    const production = {
      ...needed,
      SANU_ENV: "production",
      BITCOIN_NETWORK: "mainnet",
      ...keys,
    };

    for (const env of [production, { ...production, RATE_SOURCE: "sandbox" }]) {
      expect(() => readTransactionsConfig(env)).toThrow(/RATE_SOURCE/);
    }
    const config = readTransactionsConfig({ ...production, RATE_SOURCE: "market" });
    for (const BITCOIN_NETWORK of ["any", "testnet", "signet", "regtest"]) {
      const elsewhere = { ...production, RATE_SOURCE: "market", BITCOIN_NETWORK };
      expect(() => readTransactionsConfig(elsewhere)).toThrow(/1 mistake[\s\S]*BITCOIN_NETWORK/);
    }
    expect(config).toMatchObject({ unansweredPromptsMax: 3, isNumberCounted: true });
    expect(readTransactionsConfig(needed).isNumberCounted).toBe(false);
    for (const [name, none] of Object.keys(keys).map((key) => [key, { [key]: "" }] as const)) {
      const keyless = { ...production, RATE_SOURCE: "market", ...none };
      expect(() => readTransactionsConfig(keyless)).toThrow(name);
    }
    expect(readTransactionsConfig(needed).unansweredPromptsMax).toBe(0);
    expect(config.marketUrls.kraken).toBe("https://api.kraken.com");
  });

  it("prints no password", () => {
    expect(inspect(readTransactionsConfig(needed), { depth: null })).not.toContain("secret");
  });

  it("names every setting that contradicts another one", () => {
    const contradictions = {
      AMOUNT_MIN_XOF: "500",
      AMOUNT_MAX_XOF: "400000",
      CHANNEL_BOUNDS_XOF: "MTN_OPEN=500000-900000",
      FLOAT_CLOSED_XOF: "2000000",
      FLOAT_CLOSED_LIGHTNING_SATS: "1000001",
      FLOAT_CLOSED_ONCHAIN_SATS: "1000000",
      BREAKER_PAUSE_MS: "3600000",
      STANDING_ORDER_RETRY_MS: "60000",
      STANDING_ORDER_WINDOW_MS: "60000",
      RATE_POLL_MS: "60000",
    };
    const read = () => readTransactionsConfig({ ...needed, ...contradictions });
    expect(read).toThrow(
      /6 mistake\(s\)[^]*CHANNEL_BOUNDS_XOF[^]*FLOAT_CLOSED_XOF: must not be above FLOAT_LOW_XOF[^]*FLOAT_CLOSED_LIGHTNING_SATS[^]*BREAKER_PAUSE_MS[^]*STANDING_ORDER_RETRY_MS[^]*RATE_POLL_MS/,
    );
    expect(read).not.toThrow(/FLOAT_CLOSED_ONCHAIN_SATS/);
  });
});
