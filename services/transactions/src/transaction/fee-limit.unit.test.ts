import { basisPoints, sats, satsBoughtFor, satsSoldFor, xof, xofPerBtc } from "@sanu/kernel";
import fc from "fast-check";
import { expect, it } from "vitest";
import { buyingAt, mid, sellingAt } from "../rates/example-rates.fixture.ts";
import { feeLimitOf, leastXofFor, refundFeeOf } from "./fee-limit.ts";

const ofPurchase = (amount: bigint, share: bigint, midXofPerBtc = mid) => {
  const amountXof = xof(amount);
  const amountSats = satsBoughtFor(amountXof, buyingAt(midXofPerBtc));
  const order = { transactionType: "BUY_BITCOIN", amountXof, amountSats, midXofPerBtc } as const;
  return feeLimitOf(order, basisPoints(share));
};
const ofSale = (amount: bigint, share: bigint) => {
  const amountXof = xof(amount);
  const amountSats = satsSoldFor(amountXof, sellingAt(mid));
  const order = { transactionType: "SELL_BITCOIN", amountXof, amountSats, midXofPerBtc: mid };
  return feeLimitOf({ ...order, transactionType: "SELL_BITCOIN" }, basisPoints(share));
};

it.each([
  [100n, 100n, 1n],
  [100n, 5_000n, 3n],
  [10_000n, 100n, 163n],
  [10_000n, 200n, 326n],
  [10_000n, 5_000n, 327n],
])("lets a purchase of %s XOF at a share of %s spend %s sats", (amount, share, limit) => {
  expect(ofPurchase(amount, share)).toBe(limit);
});

it.each([
  [100n, 100n, 1n],
  [100n, 5_000n, 4n],
  [10_000n, 200n, 340n],
])("lets a sale of %s XOF at a share of %s spend %s sats", (amount, share, limit) => {
  expect(ofSale(amount, share)).toBe(limit);
});

const amounts = fc.bigInt({ min: 100n, max: 1_000_000n });
const shares = fc.bigInt({ min: 1n, max: 9_999n });

it("is never more than the spread brings, nor than the share allows", () => {
  fc.assert(
    fc.property(amounts, shares, (amount, share) => {
      const bought = satsBoughtFor(xof(amount), buyingAt(mid));
      const limit = ofPurchase(amount, share);
      expect(limit <= satsBoughtFor(xof(amount), mid) - bought).toBe(true);
      expect(limit * 10_000n <= bought * share).toBe(true);
      const sold = satsSoldFor(xof(amount), sellingAt(mid));
      const ofSold = ofSale(amount, share);
      expect(ofSold <= sold - satsSoldFor(xof(amount), mid)).toBe(true);
      expect(ofSold * 10_000n <= sold * share).toBe(true);
    }),
  );
});

it("says from which amount on a fee can be paid, in both directions", () => {
  const fees = fc.bigInt({ min: 1n, max: 5_000n });
  const mids = fc.bigInt({ min: 1_000_000n, max: 500_000_000n });
  fc.assert(
    fc.property(fees, shares, mids, (fee, share, midPrice) => {
      const midXofPerBtc = xofPerBtc(midPrice);
      const [buy, sell] = [buyingAt(midXofPerBtc), sellingAt(midXofPerBtc)];
      const enough = (rateXofPerBtc: typeof buy) =>
        leastXofFor(sats(fee), { rateXofPerBtc, midXofPerBtc }, basisPoints(share)) ?? xof(0n);
      const [toBuy, toSell] = [enough(buy), enough(sell)];
      const bought = { amountXof: toBuy, amountSats: satsBoughtFor(toBuy, buy), midXofPerBtc };
      const sold = { amountXof: toSell, amountSats: satsSoldFor(toSell, sell), midXofPerBtc };
      const limits = [
        feeLimitOf({ ...bought, transactionType: "BUY_BITCOIN" }, basisPoints(share)),
        feeLimitOf({ ...sold, transactionType: "SELL_BITCOIN" }, basisPoints(share)),
      ];
      for (const limit of limits) expect(limit >= fee).toBe(true);
    }),
  );
});

it("knows no such amount where the exchange takes no spread", () => {
  const rate = { rateXofPerBtc: mid, midXofPerBtc: mid };
  expect(leastXofFor(sats(1n), rate, basisPoints(100n))).toBeNull();
  const order = { transactionType: "BUY_BITCOIN", amountXof: xof(10_000n) } as const;
  const amountSats = satsBoughtFor(order.amountXof, mid);
  expect(feeLimitOf({ ...order, amountSats, midXofPerBtc: mid }, basisPoints(100n))).toBe(0n);
});

it("takes of a refund what its order may spend, and its part of that of another amount", () => {
  const order = { amountSats: sats(17_007n), feeLimitSats: sats(340n) };
  expect(refundFeeOf(order, sats(17_007n))).toBe(340n);
  expect(refundFeeOf(order, sats(170n))).toBe(3n);
  expect(refundFeeOf(order, sats(20n))).toBe(0n);
});
