import { CreateTransaction } from "@sanu/contracts";
import { basisPoints, buyRate, xofPerBtc } from "@sanu/kernel";
import { eventually, type TestClock, testClock } from "@sanu/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { order } from "../orders.fixture.ts";
import { type RunningTransactions, startTransactions } from "../transactions.fixture.ts";
import { type ExchangeMood, type Exchanges, startExchanges } from "./exchanges.fixture.ts";

/** Times as they are where nothing is set; they pass by the clock that the tests move, not by waiting. */
const limits = {
  feedStaleAfterMs: 30_000,
  staleAfterMs: 60_000,
  jumpHoldMs: 900_000,
  marketTimeoutMs: 500,
} as const;
const rateAt = (mid: bigint) => buyRate(xofPerBtc(mid), basisPoints(200n));
/** 91 470 EUR by the peg of 655.957, rounded down, and the exchange's spread. */
const RATE = rateAt(60_000_386n);
/** The same at 91 500 EUR. */
const HIGHER = rateAt(60_020_065n);
const TENFOLD = 914_700;
const NONE = "rate-unavailable";

describe("a create at the markets' rate", () => {
  let clock: TestClock;
  let exchanges: Exchanges;
  let running: RunningTransactions;
  const ticks = { addedMs: 0 };

  beforeAll(async () => {
    clock = testClock();
    exchanges = await startExchanges(clock);
    running = await startTransactions({
      env: {
        ...exchanges.env,
        RATE_STALE_AFTER_MS: `${limits.staleAfterMs}`,
        RATE_FEED_STALE_AFTER_MS: `${limits.feedStaleAfterMs}`,
        RATE_JUMP_HOLD_MS: `${limits.jumpHoldMs}`,
        OPEN_TRANSACTIONS_MAX: "100000",
      },
      overrides: {
        clock,
        monotonicMs: () => performance.now() + ticks.addedMs,
        marketTimeoutMs: limits.marketTimeoutMs,
      },
    });
  });
  afterAll(async () => {
    await running.stop();
    await exchanges.close();
  });
  beforeEach(async () => {
    all((exchange) => Object.assign(exchange, { mood: "well", price: 91_470, behindMs: 0 }));
    await eventually("all is well", async () => (await buy()) === RATE);
  });

  const all = (change: (exchange: Exchanges["all"][number]) => void) => {
    for (const exchange of exchanges.all) change(exchange);
  };
  /** The rate of a create now; the code of the refusal where there is none. */
  const buy = async (): Promise<bigint | string> => {
    const asked = order({ amountXof: "100" });
    const result = await eventually("it is answered", async () => {
      const answer = await running.request(CreateTransaction, asked);
      return answer.kind !== "unavailable" && answer;
    });
    if (result.kind === "refused") return result.refusal.code;
    return BigInt(JSON.parse(result.data.responseJson).transaction.exchange_rate);
  };
  /** Creates until one has this outcome. None meanwhile has a rate that no honest exchange named. */
  const expectToBecome = async (outcome: bigint | string) => {
    const highest = typeof outcome === "bigint" ? outcome : RATE;
    const seen = new Set<bigint | string>();
    await eventually(`creates end with ${outcome}`, async () => {
      const got = await buy();
      seen.add(got);
      return got === outcome;
    });
    const odd = [...seen].filter((one) =>
      typeof one === "bigint" ? one < RATE || one > highest : one !== NONE,
    );
    expect(odd).toEqual([]);
  };
  const watched = async () =>
    (await fetch(`http://127.0.0.1:${running.service.healthPort()}/metrics`)).text();
  /** More than so long passes by the clock that cannot be set. */
  const pass = (milliseconds: number) => {
    ticks.addedMs += milliseconds + 1;
  };
  /** Lets the service ask all exchanges again: when the third time begins, the second was judged. */
  const rounds = async (count = 3) => {
    const before = exchanges.all.map((each) => each.requests());
    await eventually("the exchanges were asked again", () =>
      exchanges.all.every((each, index) => each.requests() >= (before[index] ?? 0) + count),
    );
  };

  /** There is no rate once the last one is too old, and none comes. */
  const expectNone = async () => {
    pass(limits.staleAfterMs);
    await rounds();
    // A round that was judged before this leap may have been written behind it: that rate grows old now.
    pass(limits.staleAfterMs);
    await rounds();
    expect(await buy()).toBe(NONE);
  };

  it("does not follow one exchange that says ten times as much, and stops with two", async () => {
    exchanges.of.kraken.price = TENFOLD;
    await rounds();
    expect(await buy()).toBe(RATE);
    expect(await watched()).toContain('sanu_rate_trusted{service="transactions"} 1');

    exchanges.of.binance.price = TENFOLD;
    await rounds();
    expect(await buy()).toBe(RATE);
    await expectNone();
    exchanges.of.kraken.price = 91_470;
    await expectToBecome(RATE);
  });

  it("is refused once every exchange has been down for as long as a rate is trusted", async () => {
    all((exchange) => {
      exchange.mood = "broken-connection";
    });
    await rounds();
    expect(await buy()).toBe(RATE);
    await expectNone();
    expect(await watched()).toContain('sanu_rate_trusted{service="transactions"} 0');
  });

  it.each<ExchangeMood>([
    "error-500",
    "busy",
    "page",
    "half-an-answer",
    "broken-connection",
    "floating-number",
    "zero",
    "another-pair",
    "endless",
  ])("takes nothing from an exchange in trouble: %s", async (mood) => {
    // Two of the others are higher: were it heard, the middle would not be.
    exchanges.of.coinbase.mood = mood;
    exchanges.of.kraken.price = 91_500;
    exchanges.of.binance.price = 91_500;
    // What it said before is worth nothing after this.
    pass(limits.feedStaleAfterMs);
    await expectToBecome(HIGHER);
    await rounds();
    expect(await buy()).toBe(HIGHER);
  });

  it("waits no longer for exchanges that say nothing than for such as are down", async () => {
    exchanges.of.coinbase.mood = "silent";
    exchanges.of.kraken.mood = "silent";
    await expectNone();
  });

  it("does not take an old rate for a young one when the database's clock was set back", async () => {
    all((exchange) => {
      exchange.mood = "error-500";
    });
    // What they said before makes no new rate any more.
    pass(limits.feedStaleAfterMs);
    await rounds();
    await running.rowsOf("update rate_board set mid_as_of = mid_as_of + interval '1 hour'");
    await expectToBecome(NONE);
    all((exchange) => {
      exchange.mood = "well";
    });
    // The new rate replaces the one from the future.
    await expectToBecome(RATE);
  });

  it.each([3_600_000, -3_600_000])(
    "does without the exchange whose clock differs from ours by %i ms",
    async (behindMs) => {
      exchanges.of.bitstamp.behindMs = behindMs;
      exchanges.of.kraken.price = 91_500;
      exchanges.of.binance.price = 91_500;
      await expectToBecome(HIGHER);
      // It does not count for the quorum either.
      exchanges.of.coinbase.mood = "error-500";
      await rounds();
      await expectNone();
    },
  );

  it("is right while our own clock is wrong by an hour", async () => {
    clock.advanceMs(3_600_000);
    exchanges.of.bitstamp.behindMs = 3_600_000;
    pass(limits.feedStaleAfterMs);
    await rounds();
    await expectToBecome(RATE);
    exchanges.of.bitstamp.behindMs = 0;
  });

  it("does not leap with all markets at once, until they have stayed there", async () => {
    const leapTo = async (price: number, to: bigint) => {
      all((exchange) => {
        exchange.price = price;
      });
      await rounds();
      await expectNone();
      pass(limits.jumpHoldMs);
      await eventually("the new price is taken", async () => (await buy()) === to);
    };
    await leapTo(120_000, rateAt(78_714_840n));
    await leapTo(91_470, RATE);
  });

  it("is refused at once where all markets have leapt: nobody buys at a price that they have left", async () => {
    const replica = await running.startReplica();
    try {
      all((exchange) => {
        exchange.price = 120_000;
      });
      await rounds();
      await expectToBecome(NONE);
      await eventually("it is no rate at any replica", async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, buy));
        return answers.every((answer) => answer === NONE);
      });
      // What nobody deals at stands in no history either.
      const history = "select max(until_at) as until from rate_history";
      const [before] = await running.rowsOf(history);
      await rounds();
      expect(await running.rowsOf(history)).toEqual([before]);

      all((exchange) => {
        exchange.price = 91_470;
      });
      await expectToBecome(RATE);
    } finally {
      await replica.stop();
    }
  });

  it("is the same on every replica, of which one asks the exchanges", async () => {
    const replica = await running.startReplica();
    try {
      await rounds();
      for (const { connections } of exchanges.all) {
        const busy = [...connections.values()].filter((requests) => requests > 0);
        connections.clear();
        expect(busy.length).toBeGreaterThan(0);
      }
      await rounds(5);
      for (const { connections } of exchanges.all) expect(connections.size).toBe(1);
      await running.service.stop();
      all((exchange) => {
        exchange.price = 91_500;
      });
      await expectToBecome(HIGHER);
    } finally {
      await replica.stop();
    }
  });
});

describe("a create where the exchanges were down from the start", () => {
  it("is refused: there is no rate to fall back on", async () => {
    const clock = testClock();
    const exchanges = await startExchanges(clock);
    for (const exchange of exchanges.all) exchange.mood = "error-500";
    const running = await startTransactions({ env: exchanges.env, overrides: { clock } });
    try {
      expect(await running.request(CreateTransaction, order())).toEqual({
        kind: "refused",
        refusal: { code: NONE },
      });
    } finally {
      await running.stop();
      await exchanges.close();
    }
  });
});
