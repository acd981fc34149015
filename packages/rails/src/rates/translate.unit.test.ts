import { describe, expect, it } from "vitest";
import { response } from "../http/samples.ts";
import { isUnknownAfter } from "../http/unknown-after.fixture.ts";
import { binanceSamples } from "./binance/samples.ts";
import { readBinance } from "./binance/translate.ts";
import { bitstampSamples } from "./bitstamp/samples.ts";
import { readBitstamp } from "./bitstamp/translate.ts";
import { coinbaseSamples } from "./coinbase/samples.ts";
import { readCoinbase } from "./coinbase/translate.ts";
import { EuroPrice, middleOf, xofOfEuros } from "./euro-price.ts";
import { krakenSamples } from "./kraken/samples.ts";
import { readKraken } from "./kraken/translate.ts";
import type { MarketResponse } from "./market-price.ts";

const accepted = (midXofPerBtc: bigint, statedAt: string | null = null): MarketResponse =>
  ({ kind: "accepted", value: { midXofPerBtc, statedAt } }) as MarketResponse;
const rejected: MarketResponse = { kind: "rejected", reason: "unknown-market" };
const unknown = (cause: string) => ({ kind: "unknown", cause });

describe("a price in euros", () => {
  it.each([
    ["91234.565", 59_845_951n],
    ["91234.56500000", 59_845_951n],
    // Above 2^53 once scaled: a floating number would lose the last franc.
    ["9007199254.740993", 5_908_335_401_542n],
    ["0.0016", 1n],
  ])("of %s is exactly %s XOF by the peg, rounded down", (text, xof) => {
    expect(xofOfEuros(EuroPrice.parse(text))).toBe(xof);
  });

  it("is no rate where less than a franc is left", () => {
    expect(xofOfEuros(EuroPrice.parse("0.0015"))).toBeUndefined();
  });

  it.each(["", "0", "0.000", "-1", "+1", "1e5", "1,5", " 1", "01", "1.", ".5", "NaN", "Infinity"])(
    "is not written %o",
    (text) => {
      expect(EuroPrice.safeParse(text).success).toBe(false);
    },
  );

  it.each([91_234.5, null, undefined, {}, ["1"], true])("is a text, and not %o", (value) => {
    expect(EuroPrice.safeParse(value).success).toBe(false);
  });

  it("lies between bid and ask, which are neither crossed nor 2 % apart", () => {
    expect(middleOf(100n, 102n)).toBe(101n);
    expect(middleOf(100n, 100n)).toBe(100n);
    expect(middleOf(101n, 100n)).toBeUndefined();
    expect(middleOf(1_000n, 1_021n)).toBeUndefined();
  });
});

describe.each([
  ["Coinbase", readCoinbase],
  ["Kraken", readKraken],
  ["Bitstamp", readBitstamp],
  ["Binance", readBinance],
])("what %s answers", (_name, read) => {
  isUnknownAfter(read);

  it.each([null, [], "up", 91_234, {}, { data: {} }, { error: [], result: {} }])(
    "is no price where it is %o",
    (json) => {
      expect(read(response(200, json))).toEqual(unknown("unexpected-response"));
    },
  );
});

const unexpected = unknown("unexpected-response");
const busy = unknown("provider-busy");
const faulty = unknown("provider-fault");
const stated = accepted(59_846_236n, "2026-11-21T10:00:00.000000Z");

describe("what a market says", () => {
  it.each([
    ["the spot", coinbaseSamples.spot, 200, accepted(59_845_951n)],
    ["dollars", coinbaseSamples.ofAnotherCurrency, 200, unexpected],
    ["a floating number", coinbaseSamples.amountAsNumber, 200, unexpected],
    ["a no", coinbaseSamples.notFound, 404, rejected],
  ])("is read at Coinbase: %s", (_what, sample, status, price) => {
    expect(readCoinbase(response(status, sample))).toEqual(price);
  });

  it.each([
    ["the book", krakenSamples.ticker, accepted(59_846_269n)],
    ["a crossed book", krakenSamples.crossed, unexpected],
    ["a wide book", krakenSamples.wide, unexpected],
    ["a price with a warning", krakenSamples.withWarning, faulty],
    ["a no", krakenSamples.unknownPair, rejected],
    ["maintenance", krakenSamples.maintenance, faulty],
    ["its limit", krakenSamples.busy, busy],
    ["another pair", krakenSamples.ofAnotherPair, unexpected],
  ])("is read at Kraken, whose errors are answered with 200: %s", (_what, sample, price) => {
    expect(readKraken(response(200, sample))).toEqual(price);
  });

  it.each([
    ["the ticker, with its moment", bitstampSamples.ticker, 200, stated],
    ["a ticker without one", bitstampSamples.withoutTimestamp, 200, unexpected],
    ["a moment in another unit", bitstampSamples.timestampInMs, 200, unexpected],
    ["a crossed book", bitstampSamples.crossed, 200, unexpected],
    ["a no", bitstampSamples.notFound, 404, rejected],
  ])("is read at Bitstamp: %s", (_what, sample, status, price) => {
    expect(readBitstamp(response(status, sample))).toEqual(price);
  });

  it.each([
    ["the book", binanceSamples.book, 200, accepted(59_846_564n)],
    ["a halted market", binanceSamples.halted, 200, unexpected],
    ["another symbol", binanceSamples.ofAnotherSymbol, 200, unexpected],
    ["a no", binanceSamples.invalidSymbol, 400, rejected],
    ["its limit", binanceSamples.tooManyRequests, 429, busy],
    ["a ban", binanceSamples.tooManyRequests, 418, busy],
    ["a closed border", binanceSamples.restrictedLocation, 451, unexpected],
  ])("is read at Binance: %s", (_what, sample, status, price) => {
    expect(readBinance(response(status, sample))).toEqual(price);
  });
});
