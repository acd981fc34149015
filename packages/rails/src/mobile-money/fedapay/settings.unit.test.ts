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
