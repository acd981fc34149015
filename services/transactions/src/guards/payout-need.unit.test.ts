import { basisPoints, sats, xof } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { needOfPayout, needOfRefund } from "./payout-need.ts";

const share = basisPoints(100n);
const purchase = {
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  amountSats: sats(16_339n),
  feeLimitSats: sats(326n),
  payoutChannel: null,
  receiverKind: "lightning-address",
} as const;
const sale = { ...purchase, transactionType: "SELL_BITCOIN", payoutChannel: "MTN_OPEN" } as const;

describe("what an order will pay out", () => {
  it("is its sats and what their way may cost, over Lightning or on chain", () => {
    const amount = 16_665n;
    expect(needOfPayout(purchase, share)).toEqual({ rail: "lightning", channel: null, amount });
    const onchain = { ...purchase, receiverKind: "onchain" } as const;
    expect(needOfPayout(onchain, share)).toEqual({ rail: "onchain", channel: null, amount });
  });

  it("is its francs and the most that a gateway takes, through its channel", () => {
    const need = { rail: "disbursement", channel: "MTN_OPEN", amount: 10_100n };
    expect(needOfPayout(sale, share)).toEqual(need);
  });

  it("is a whole franc more where the fee is the smallest part of one", () => {
    const tiny = { ...sale, amountXof: xof(1n) };
    expect(needOfPayout(tiny, basisPoints(1n)).amount).toBe(2n);
    expect(needOfPayout(tiny, basisPoints(0n)).amount).toBe(1n);
  });

  it("is never less than the francs and a fee of that share, however it is rounded", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 1_000n }),
        (amount, points) => {
          const need = needOfPayout({ ...sale, amountXof: xof(amount) }, basisPoints(points));
          const fee = (need.amount - amount) * 10_000n;
          expect(fee).toBeGreaterThanOrEqual(amount * points);
          expect(fee).toBeLessThan(amount * points + 10_000n);
        },
      ),
    );
  });
});

describe("what a refund will need", () => {
  it("is what is sent and what its way may cost: together what came in", () => {
    const money = { currency: "SATS", amountSats: sats(17_007n) } as const;
    const need = { rail: "lightning", channel: null, amount: 17_007n };
    expect(needOfRefund({ money })).toEqual(need);
  });

  it("is nothing of a float for francs, which go back from where they came", () => {
    expect(needOfRefund({ money: { currency: "XOF", amountXof: xof(5n) } })).toBeNull();
  });
});
