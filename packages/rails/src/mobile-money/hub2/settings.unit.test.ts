import { describe, expect, it } from "vitest";
import { canBePaidOut, operatorOf, payoutTermsOf } from "./channels.ts";
import { hub2 } from "./connector.ts";

const given = {
  HUB2_ENVIRONMENT: "live",
  HUB2_API_KEY: "0123456789abcdef",
  HUB2_MERCHANT_ID: "3",
};

describe("the settings of the provider", () => {
  it("are an environment, a key and a merchant, and for callbacks one or two secrets", () => {
    const mistakes = (port: "collection" | "disbursement", settings: object) =>
      hub2[port]?.mistakesIn({ ...settings }).map(({ name }) => name);
    expect(mistakes("disbursement", given)).toEqual([]);
    expect(mistakes("disbursement", {})).toEqual(Object.keys(given));
    expect(mistakes("collection", given)).toEqual(["HUB2_WEBHOOK_SECRETS"]);
    const channels = { ...given, HUB2_AGREED_PAYOUT_CHANNELS: "MTN_OPEN, MOOV_BENIN" };
    expect(mistakes("disbursement", channels)).toEqual(["HUB2_AGREED_PAYOUT_CHANNELS"]);
    const play = { ...given, HUB2_ENVIRONMENT: "sandbox", SANU_ENV: "production" };
    expect(mistakes("disbursement", play)).toEqual(["HUB2_ENVIRONMENT"]);
  });
});

describe("a channel", () => {
  it("is paid out to where the page says so, within its bounds, or where it is agreed", () => {
    expect(payoutTermsOf("ORANGE_CI", [])).toEqual({
      country: "CI",
      provider: "orange",
      amountXofMin: 200n,
      amountXofMax: 1_500_000n,
    });
    expect(operatorOf("MTN_OPEN")).toMatchObject({ country: "BJ", provider: "mtn" });
    expect(payoutTermsOf("MTN_OPEN", [])).toBeUndefined();
    expect(payoutTermsOf("MTN_OPEN", ["MTN_OPEN"])).toMatchObject({ amountXofMax: 1_000_000n });
    expect(payoutTermsOf("NOBODYS_WALLET", ["NOBODYS_WALLET"])).toBeUndefined();
  });

  it("is paid out to in multiples of five francs", () => {
    expect([5_000n, 5_001n, 5_005n].map(canBePaidOut)).toEqual([true, false, true]);
  });
});
