import { describe, expect, it } from "vitest";
import { paydunya } from "./connector.ts";

const given = {
  PAYDUNYA_ENVIRONMENT: "live",
  PAYDUNYA_MASTER_KEY: "master-0123456789",
  PAYDUNYA_PRIVATE_KEY: "live_private_0123456789",
  PAYDUNYA_TOKEN: "token-0123456789",
  PAYDUNYA_CALLBACK_URL: "https://sanu.example/webhooks/paydunya",
};

describe("the settings of the provider", () => {
  const { collection, disbursement, statement } = paydunya;

  it("are an environment, three keys and where callbacks go", () => {
    for (const port of [collection, disbursement]) {
      expect(port?.mistakesIn(given)).toEqual([]);
      expect(port?.mistakesIn({}).map(({ name }) => name)).toEqual(Object.keys(given));
    }
    expect(statement).toBeNull();
  });

  it("pay nothing out in a sandbox, which it has only for money in", () => {
    const sandbox = { ...given, PAYDUNYA_ENVIRONMENT: "sandbox" };
    expect(collection?.mistakesIn(sandbox)).toEqual([]);
    expect(disbursement?.mistakesIn(sandbox)).toMatchObject([{ name: "PAYDUNYA_ENVIRONMENT" }]);
    expect(collection?.mistakesIn({ ...sandbox, SANU_ENV: "production" })).toMatchObject([
      { name: "PAYDUNYA_ENVIRONMENT" },
    ]);
  });

  it("pay out nowhere but in production, or at our own server of it", () => {
    const staging = { ...given, SANU_ENV: "staging" };
    expect(disbursement?.mistakesIn(staging)).toMatchObject([{ name: "PAYDUNYA_ENVIRONMENT" }]);
    expect(disbursement?.mistakesIn({ ...staging, PAYDUNYA_URL: "http://127.0.0.1:4" })).toEqual(
      [],
    );
    expect(disbursement?.mistakesIn({ ...given, SANU_ENV: "production" })).toEqual([]);
  });

  it("bound a payout as is agreed, so that another provider gets what is beyond", async () => {
    const agreed = { ...given, PAYDUNYA_PAYOUT_MAX_XOF: "500000" };
    const rail = disbursement?.open(agreed, { callTimeoutMs: 100 });
    expect(rail?.limits).toEqual({ amountXofMin: 200n, amountXofMax: 500_000n });
    expect(rail?.serves?.("CELTIIS_BENIN")).toBe(true);
    expect(rail?.serves?.("MTN_GW")).toBe(false);
    await rail?.close();
  });

  it("give no refund back with money where money is none", async () => {
    const sandbox = { ...given, PAYDUNYA_ENVIRONMENT: "sandbox" };
    const rail = collection?.open(sandbox, { callTimeoutMs: 100 });
    expect(await rail?.refundStatus({ key: "k", providerReference: "t" })).toMatchObject({
      kind: "unknown",
    });
    await rail?.close();
  });

  it.each([
    ["PAYDUNYA_URL", "http://app.example"],
    ["PAYDUNYA_CALLBACK_URL", "not a url"],
    ["PAYDUNYA_MASTER_KEY", "short"],
  ])("are refused by name: %s=%s", (name, value) => {
    expect(collection?.mistakesIn({ ...given, [name]: value })).toMatchObject([{ name }]);
  });
});
