import { describe, expect, it } from "vitest";
import { fedapay } from "./connector.ts";

const given = {
  FEDAPAY_ENVIRONMENT: "live",
  FEDAPAY_SECRET_KEY: "sk_live_0123456789",
  FEDAPAY_WEBHOOK_SECRETS: "wh_live_0123456789,wh_live_9876543210",
};

describe("the settings of the provider", () => {
  const { collection, disbursement, statement } = fedapay;

  it("are an environment, a key and one or two secrets of callbacks", () => {
    for (const port of [collection, disbursement, statement]) {
      expect(port?.mistakesIn(given)).toEqual([]);
    }
    expect(collection?.mistakesIn({}).map(({ name }) => name)).toEqual(Object.keys(given));
  });

  it("let no money of a sandbox pay for bitcoin in production", () => {
    const mistakes = (environment: string) =>
      disbursement?.mistakesIn({
        ...given,
        FEDAPAY_ENVIRONMENT: environment,
        SANU_ENV: "production",
      });
    expect(mistakes("sandbox")).toEqual([
      { name: "FEDAPAY_ENVIRONMENT", message: "must be live in production" },
    ]);
    expect(mistakes("live")).toEqual([]);
  });

  it.each([
    "http://127.0.0.1:4010",
    "https://localhost/v1",
    "https://[::1]:4010",
    "https://127.0.0.2/v1",
    "https://fedapay.localhost/v1",
  ])("lead in production to no server of this machine, which moves no francs: %s", (url) => {
    const here = { ...given, FEDAPAY_URL: url, SANU_ENV: "production" };
    for (const port of [collection, disbursement, statement]) {
      expect(port?.mistakesIn(here)).toEqual([
        { name: "FEDAPAY_URL", message: "must not be this machine in production" },
      ]);
      const relay = { ...here, FEDAPAY_URL: "https://relay.example/v1" };
      expect(port?.mistakesIn(relay)).toEqual([]);
    }
  });

  it.each(["staging", "development"])(
    "pay no real francs for the play money of a %s",
    (SANU_ENV) => {
      const elsewhere = { ...given, SANU_ENV };
      for (const port of [collection, disbursement, statement]) {
        expect(port?.mistakesIn(elsewhere)).toEqual([
          {
            name: "FEDAPAY_ENVIRONMENT",
            message: "must not be live outside of production: it is real money",
          },
        ]);
        expect(port?.mistakesIn({ ...elsewhere, FEDAPAY_ENVIRONMENT: "sandbox" })).toEqual([]);
        // Our own server of it.
        expect(port?.mistakesIn({ ...elsewhere, FEDAPAY_URL: "http://127.0.0.1:4010" })).toEqual(
          [],
        );
      }
    },
  );

  it.each([
    ["FEDAPAY_URL", "http://api.example/v1"],
    ["FEDAPAY_URL", "ftp://127.0.0.1/v1"],
    ["FEDAPAY_ENVIRONMENT", "production"],
    ["FEDAPAY_SECRET_KEY", "short"],
    ["FEDAPAY_WEBHOOK_SECRETS", "wh_live_0123456789,"],
    ["FEDAPAY_WEBHOOK_SECRETS", "wh_live_0123456789,wh_live_9876543210,wh_live_1111111111"],
  ])("are refused by name: %s=%s", (name, value) => {
    expect(collection?.mistakesIn({ ...given, [name]: value })).toMatchObject([{ name }]);
  });

  it("take the bounds of a payout in whole francs", () => {
    const mistakes = disbursement?.mistakesIn({ ...given, FEDAPAY_PAYOUT_MAX_XOF: "1e6" });
    expect(mistakes).toMatchObject([{ name: "FEDAPAY_PAYOUT_MAX_XOF" }]);
  });
});
