import type { ApiKeyLimits } from "@sanu/contracts";
import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { brokenChange, brokenLimits, lowerOf, raises } from "./key-limits.ts";

const ordering = { openTransactionsMax: 50, monthlyLimitXof: xof(1_000_000n) };
const noOrders = { open_transactions_max: ["no-orders"], monthly_limit: ["no-orders"] };

describe("what a new key allows", () => {
  it("is said of a key that orders, and of no other one", () => {
    const required = { open_transactions_max: ["required"], monthly_limit: ["required"] };
    const of = { ordering: null, requestsPerMinute: 60 };
    expect(brokenLimits(["createTransaction"], of)).toEqual(required);
    expect(brokenLimits(["createTransaction"], { ...of, ordering })).toEqual({});
    expect(brokenLimits(["listTransactions"], { ...of, ordering })).toEqual(noOrders);
    expect(brokenLimits(["getTreasury"], of)).toEqual({});
  });

  it("is as fast as who orders for many people only where it orders", () => {
    const fast = { ordering: null, requestsPerMinute: 121 };
    expect(brokenLimits(["getTreasury"], fast)).toEqual({ requests_per_minute: ["no-orders"] });
    expect(brokenLimits(["createTransaction"], { ...fast, ordering })).toEqual({});
    expect(brokenLimits(["getTreasury"], { ...fast, requestsPerMinute: 120 })).toEqual({});
  });
});

const looks: ApiKeyLimits = {
  requests_per_minute: 60,
  open_transactions_max: null,
  monthly_limit: null,
};
const orders: ApiKeyLimits = { ...looks, open_transactions_max: 50, monthly_limit: 1_000_000 };
const named = { operation: "change-api-key", key_id: "" } as const;

describe("other limits of a key", () => {
  it("are of orders only where it orders", () => {
    const change = { ...named, open_transactions_max: 1, monthly_limit: 1 };
    expect(brokenChange(looks, change)).toEqual(noOrders);
    expect(brokenChange(orders, change)).toEqual({});
    expect(brokenChange(looks, { ...named, requests_per_minute: 121 })).toEqual({
      requests_per_minute: ["no-orders"],
    });
    expect(brokenChange(orders, { ...named, requests_per_minute: 121 })).toEqual({});
  });

  it.each<[Partial<ApiKeyLimits>, boolean]>([
    [{}, false],
    [{ requests_per_minute: 59, open_transactions_max: 49, monthly_limit: 0 }, false],
    [{ requests_per_minute: 61 }, true],
    [{ requests_per_minute: 1, open_transactions_max: 51 }, true],
    [{ open_transactions_max: 1, monthly_limit: 1_000_001 }, true],
  ])("take two where one of them rises: %j", (change, isRaised) => {
    expect(raises(orders, { ...orders, ...change })).toBe(isRaised);
  });

  it("of a key that orders nothing rise by its pace alone", () => {
    expect(raises(looks, looks)).toBe(false);
    expect(raises(looks, { ...looks, requests_per_minute: 61 })).toBe(true);
  });
});

it("are at most those of the key whose place it takes, each for itself", () => {
  const other = { requests_per_minute: 90, open_transactions_max: 5, monthly_limit: 2_000_000 };
  const lower = { requests_per_minute: 60, open_transactions_max: 5, monthly_limit: 1_000_000 };
  expect(lowerOf(orders, other)).toEqual(lower);
  expect(lowerOf(other, orders)).toEqual(lower);
  expect(lowerOf(looks, { ...looks, requests_per_minute: 10 })).toEqual({
    ...looks,
    requests_per_minute: 10,
  });
});
