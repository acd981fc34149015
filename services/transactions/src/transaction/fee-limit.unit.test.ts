import { basisPoints, sats, satsBoughtFor, satsSoldFor, xof, xofPerBtc } from "@sanu/kernel";
import fc from "fast-check";
import { expect, it } from "vitest";
import { buyingAt, mid, sellingAt } from "../rates/example-rates.fixture.ts";
import { feeLimitOf, isPayable, leastXofFor, refundFeeOf, wayFeeOf } from "./fee-limit.ts";

const purchase = {
  transactionType: "BUY_BITCOIN",
  receiver: { kind: "lightning-address" },
} as const;
const sale = { transactionType: "SELL_BITCOIN", receiver: null } as const;
const onchain = { ...purchase, receiver: { kind: "onchain" } } as const;

const ofPurchase = (
  amount: bigint,
  share: bigint,
  of: typeof purchase | typeof onchain = purchase,
) => {
  const amountXof = xof(amount);
  const amountSats = satsBoughtFor(amountXof, buyingAt(mid));
  return feeLimitOf({ ...of, amountXof, amountSats, midXofPerBtc: mid }, basisPoints(share));
};
const ofSale = (amount: bigint, share: bigint) => {
  const amountXof = xof(amount);
  const amountSats = satsSoldFor(amountXof, sellingAt(mid));
  return feeLimitOf({ ...sale, amountXof, amountSats, midXofPerBtc: mid }, basisPoints(share));
};

it.each([
  [100n, 100n, 3n],
  [100n, 5_000n, 3n],
  [500n, 100n, 10n],
  [1_000n, 100n, 16n],
  [10_000n, 100n, 163n],
  [10_000n, 200n, 326n],
  [10_000n, 5_000n, 327n],
])("lets a purchase of %s XOF at a share of %s spend %s sats", (amount, share, limit) => {
  expect(ofPurchase(amount, share)).toBe(limit);
});

it.each([
  [100n, 100n, 4n],
  [100n, 5_000n, 4n],
  [10_000n, 200n, 340n],
])("lets a sale of %s XOF at a share of %s spend %s sats", (amount, share, limit) => {
  expect(ofSale(amount, share)).toBe(limit);
});

const onlyFixed = (fee: bigint) => ({ fixedSats: sats(fee), share: basisPoints(0n) });
const amounts = fc.bigInt({ min: 100n, max: 1_000_000n });
const shares = fc.bigInt({ min: 1n, max: 9_999n });
/** Of `FEE_LIMIT_BASIS_POINTS`, where nobody sets it. */
const usualShare = 100n;

it("is never more than the spread brings, nor than the share allows", () => {
  fc.assert(
    fc.property(amounts, shares, (amount, share) => {
      const bought = satsBoughtFor(xof(amount), buyingAt(mid));
      const limit = ofPurchase(amount, share);
      expect(limit <= satsBoughtFor(xof(amount), mid) - bought).toBe(true);
      expect(limit <= 10n || limit * 10_000n <= bought * share).toBe(true);
      const sold = satsSoldFor(xof(amount), sellingAt(mid));
      const ofSold = ofSale(amount, share);
      expect(ofSold <= sold - satsSoldFor(xof(amount), mid)).toBe(true);
      expect(ofSold <= 10n || ofSold * 10_000n <= sold * share).toBe(true);
    }),
  );
});

it("leaves half of the usual spread to the exchange, whatever way of her own a buyer is paid by", () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const spread = satsBoughtFor(xof(amount), mid) - satsBoughtFor(xof(amount), buyingAt(mid));
      const limit = ofPurchase(amount, usualShare);
      expect(limit <= 10n || 2n * limit <= spread + 1n).toBe(true);
    }),
  );
});

it("is all of the spread on chain, where nobody but miners takes a fee", () => {
  expect(ofPurchase(10_000n, 100n, onchain)).toBe(327n);
});

it("says from which amount on a small fee can be paid, in both directions, and any on chain", () => {
  const fees = fc.bigInt({ min: 1n, max: 5_000n });
  const mids = fc.bigInt({ min: 1_000_000n, max: 500_000_000n });
  fc.assert(
    fc.property(fees, shares, mids, (fee, share, midPrice) => {
      const midXofPerBtc = xofPerBtc(midPrice);
      const [buy, sell] = [buyingAt(midXofPerBtc), sellingAt(midXofPerBtc)];
      const enough = (rateXofPerBtc: typeof buy) =>
        leastXofFor(onlyFixed(fee), { rateXofPerBtc, midXofPerBtc }) ?? xof(0n);
      const [toBuy, toSell] = [enough(buy), enough(sell)];
      const bought = { amountXof: toBuy, amountSats: satsBoughtFor(toBuy, buy), midXofPerBtc };
      const sold = { amountXof: toSell, amountSats: satsSoldFor(toSell, sell), midXofPerBtc };
      const limitOf = (order: Parameters<typeof feeLimitOf>[0]) =>
        feeLimitOf(order, basisPoints(share));
      expect(limitOf({ ...onchain, ...bought }) >= fee).toBe(true);
      const small = fee < 10n ? fee : 10n;
      expect(limitOf({ ...purchase, ...bought }) >= small).toBe(true);
      expect(limitOf({ ...sale, ...sold }) >= small).toBe(true);
    }),
  );
});

it("pays from that amount on also a node that takes a share, however large the order is, where the settings let it", () => {
  const fee = { fixedSats: sats(4n), share: basisPoints(40n) };
  const rate = { rateXofPerBtc: buyingAt(mid), midXofPerBtc: mid };
  const least = leastXofFor(fee, rate) ?? xof(0n);
  fc.assert(
    fc.property(fc.bigInt({ min: least, max: 1_000_000n }), (amount) => {
      const needed = wayFeeOf(satsBoughtFor(xof(amount), buyingAt(mid)), fee);
      expect(ofPurchase(amount, usualShare) >= needed).toBe(true);
    }),
  );
  const narrow = { ...rate, midXofPerBtc: xofPerBtc((buyingAt(mid) * 9_970n) / 10_000n) };
  expect(leastXofFor(fee, narrow)).toBeNull();
});

it("knows no such amount where the exchange takes no spread", () => {
  const rate = { rateXofPerBtc: mid, midXofPerBtc: mid };
  expect(leastXofFor(onlyFixed(1n), rate)).toBeNull();
  const order = { ...purchase, amountXof: xof(10_000n), midXofPerBtc: mid };
  const amountSats = satsBoughtFor(order.amountXof, mid);
  expect(feeLimitOf({ ...order, amountSats }, basisPoints(100n))).toBe(0n);
});

it("is nothing where the rate is better than the middle, and the one satoshi where the spread is that", () => {
  const order = { amountXof: xof(10_000n), midXofPerBtc: mid };
  const atMiddle = satsBoughtFor(order.amountXof, mid);
  const limitAt = (amountSats: bigint) =>
    feeLimitOf({ ...purchase, ...order, amountSats: sats(amountSats) }, basisPoints(100n));
  expect(limitAt(atMiddle + 5n)).toBe(0n);
  expect(limitAt(atMiddle - 1n)).toBe(1n);
});

it("rounds up what a way takes", () => {
  const takes = (fixed: bigint, share: bigint) => ({
    fixedSats: sats(fixed),
    share: basisPoints(share),
  });
  expect(wayFeeOf(sats(1n), takes(0n, 1n))).toBe(1n);
  expect(wayFeeOf(sats(20_000n), takes(4n, 3n))).toBe(10n);
  expect(wayFeeOf(sats(20_001n), takes(4n, 3n))).toBe(11n);
});

it.each([
  [4n, 40n, true],
  [4n, 50n, true],
  [4n, 51n, false],
  [5n, 50n, false],
])(
  "lets orders at the usual share pay a way of %s sats and a share of %s: %s",
  (fixed, share, expected) => {
    const way = { fixedSats: sats(fixed), share: basisPoints(share) };
    expect(isPayable(way, basisPoints(usualShare))).toBe(expected);
  },
);

it("names the least amount to the franc", () => {
  // A satoshi is a franc in the middle, and each franc leaves two hundredths of it.
  const rate = { rateXofPerBtc: xofPerBtc(102_000_000n), midXofPerBtc: xofPerBtc(100_000_000n) };
  expect(leastXofFor(onlyFixed(9n), rate)).toBe(510n);
  expect(leastXofFor({ fixedSats: sats(9n), share: basisPoints(100n) }, rate)).toBe(1_122n);
});

it("takes of a refund what its order may spend, and its part of that of another amount", () => {
  const order = { amountSats: sats(17_007n), feeLimitSats: sats(340n) };
  expect(refundFeeOf(order, sats(17_007n))).toBe(340n);
  expect(refundFeeOf(order, sats(170n))).toBe(3n);
  expect(refundFeeOf(order, sats(20n))).toBe(0n);
});
