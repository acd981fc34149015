import { describe, expect, it } from "vitest";
import type { ProviderResponse } from "../http/provider-http.ts";
import { emptyResponses } from "../mobile-money/sandbox/samples.ts";
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

const responseOf = (json: unknown, status = 200): ProviderResponse => ({
  kind: "response",
  status,
  json,
});
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
  it.each(emptyResponses)("is unknown after %s", (_what, response) => {
    expect(read(response).kind).toBe("unknown");
  });

  it.each([null, [], "up", 91_234, {}, { data: {} }, { error: [], result: {} }])(
    "is no price where it is %o",
    (json) => {
      expect(read(responseOf(json))).toEqual(unknown("unexpected-response"));
    },
  );
});

describe("what a market says", () => {
  it.each<readonly [string, MarketResponse, MarketResponse | ReturnType<typeof unknown>]>([
    ["Coinbase's spot", readCoinbase(responseOf(coinbaseSamples.spot)), accepted(59_845_951n)],
    [
      "Coinbase's dollars",
      readCoinbase(responseOf(coinbaseSamples.ofAnotherCurrency)),
      unknown("unexpected-response"),
    ],
    [
      "Coinbase's floating number",
      readCoinbase(responseOf(coinbaseSamples.amountAsNumber)),
      unknown("unexpected-response"),
    ],
    ["Coinbase's no", readCoinbase(responseOf(coinbaseSamples.notFound, 404)), rejected],
    ["Kraken's book", readKraken(responseOf(krakenSamples.ticker)), accepted(59_846_269n)],
    [
      "Kraken's crossed book",
      readKraken(responseOf(krakenSamples.crossed)),
      unknown("unexpected-response"),
    ],
    [
      "Kraken's wide book",
      readKraken(responseOf(krakenSamples.wide)),
      unknown("unexpected-response"),
    ],
    [
      "Kraken's price with a warning",
      readKraken(responseOf(krakenSamples.withWarning)),
      unknown("provider-fault"),
    ],
    ["Kraken's no", readKraken(responseOf(krakenSamples.unknownPair)), rejected],
    [
      "Kraken's maintenance",
      readKraken(responseOf(krakenSamples.maintenance)),
      unknown("provider-fault"),
    ],
    ["Kraken's limit", readKraken(responseOf(krakenSamples.busy)), unknown("provider-busy")],
    [
      "Kraken's other pair",
      readKraken(responseOf(krakenSamples.ofAnotherPair)),
      unknown("unexpected-response"),
    ],
    [
      "Bitstamp's ticker, with its moment",
      readBitstamp(responseOf(bitstampSamples.ticker)),
      accepted(59_846_236n, "2026-11-21T10:00:00.000000Z"),
    ],
    [
      "Bitstamp's ticker without one",
      readBitstamp(responseOf(bitstampSamples.withoutTimestamp)),
      unknown("unexpected-response"),
    ],
    [
      "Bitstamp's moment in another unit",
      readBitstamp(responseOf(bitstampSamples.timestampInMs)),
      unknown("unexpected-response"),
    ],
    [
      "Bitstamp's crossed book",
      readBitstamp(responseOf(bitstampSamples.crossed)),
      unknown("unexpected-response"),
    ],
    ["Bitstamp's no", readBitstamp(responseOf(bitstampSamples.notFound, 404)), rejected],
    ["Binance's book", readBinance(responseOf(binanceSamples.book)), accepted(59_846_564n)],
    [
      "Binance's halted market",
      readBinance(responseOf(binanceSamples.halted)),
      unknown("unexpected-response"),
    ],
    [
      "Binance's other symbol",
      readBinance(responseOf(binanceSamples.ofAnotherSymbol)),
      unknown("unexpected-response"),
    ],
    ["Binance's no", readBinance(responseOf(binanceSamples.invalidSymbol, 400)), rejected],
    [
      "Binance's limit",
      readBinance(responseOf(binanceSamples.tooManyRequests, 429)),
      unknown("provider-busy"),
    ],
    [
      "Binance's ban",
      readBinance(responseOf(binanceSamples.tooManyRequests, 418)),
      unknown("provider-busy"),
    ],
    [
      "Binance's closed border",
      readBinance(responseOf(binanceSamples.restrictedLocation, 451)),
      unknown("unexpected-response"),
    ],
  ])("is read: %s", (_what, read, expected) => {
    expect(read).toEqual(expected);
  });
});
