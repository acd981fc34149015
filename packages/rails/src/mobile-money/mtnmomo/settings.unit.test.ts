import { describe, expect, it } from "vitest";
import { z } from "zod";
import { mtnmomo } from "./connector.ts";
import { accountOf, payoutSettings } from "./settings.ts";

const disbursement = {
  MTN_MOMO_ENVIRONMENT: "live",
  MTN_MOMO_COUNTRY: "BJ",
  MTN_MOMO_DISBURSEMENT_SUBSCRIPTION_KEY: "0123456789abcdef",
  MTN_MOMO_DISBURSEMENT_API_USER: "0f8a5c8e-4a4a-4f4e-9c69-1f7c4b8f3a21",
  MTN_MOMO_DISBURSEMENT_API_KEY: "fedcba9876543210",
};
const collection = {
  ...disbursement,
  MTN_MOMO_COLLECTION_SUBSCRIPTION_KEY: "0123456789abcdef",
  MTN_MOMO_COLLECTION_API_USER: "1f8a5c8e-4a4a-4f4e-9c69-1f7c4b8f3a21",
  MTN_MOMO_COLLECTION_API_KEY: "fedcba9876543210",
};
const namesIn = (mistakes: readonly { readonly name: string }[] = []) =>
  mistakes.map(({ name }) => name);

describe("the settings of the provider", () => {
  it("are a country and the keys of each product; refunds need those of both", () => {
    expect(mtnmomo.disbursement?.mistakesIn(disbursement)).toEqual([]);
    expect(mtnmomo.collection?.mistakesIn(collection)).toEqual([]);
    expect(namesIn(mtnmomo.disbursement?.mistakesIn({}))).toEqual(Object.keys(disbursement));
    expect(namesIn(mtnmomo.collection?.mistakesIn({}))).toEqual(Object.keys(collection));
  });

  it.each([
    ["MTN_MOMO_COUNTRY", "SN"],
    ["MTN_MOMO_DISBURSEMENT_API_USER", "sanu"],
    ["MTN_MOMO_CALLBACK_URL", "http://api.sanu.example/webhooks/mtnmomo"],
    ["MTN_MOMO_PAYOUT_MAX_XOF", "1e6"],
    ["MTN_MOMO_PAYOUT_MAX_XOF", "99"],
  ])("are refused by name: %s=%s", (name, value) => {
    const given = { ...disbursement, [name]: value };
    expect(namesIn(mtnmomo.disbursement?.mistakesIn(given))).toEqual([name]);
  });

  it("let no sandbox pay in production", () => {
    const given = { ...disbursement, MTN_MOMO_ENVIRONMENT: "sandbox", SANU_ENV: "production" };
    expect(namesIn(mtnmomo.disbursement?.mistakesIn(given))).toEqual(["MTN_MOMO_ENVIRONMENT"]);
  });

  it.each([
    ["live", "BJ", { target: "mtnbenin", channel: "MTN_OPEN", currency: "XOF" }],
    ["live", "CI", { target: "mtnivorycoast", channel: "MTN_CI", currency: "XOF" }],
    ["sandbox", "BJ", { target: "sandbox", channel: "MTN_OPEN", currency: "EUR" }],
  ])("%s in %s is one place of the provider", (environment, country, expected) => {
    const settings = z.object(payoutSettings).parse({
      ...disbursement,
      MTN_MOMO_ENVIRONMENT: environment,
      MTN_MOMO_COUNTRY: country,
    });
    expect(accountOf(settings)).toMatchObject(expected);
  });
});
