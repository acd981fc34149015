import { basisPoints, instant, xofPerBtc } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { exampleBands } from "../transaction/example-commands.fixture.ts";
import type { BoardRow } from "./board-statements.ts";
import { boardLimits, createRateBoard } from "./rate-board.ts";

const asOf = instant("2026-11-21T10:00:00.000000Z");
const market: BoardRow = {
  mid_xof_per_btc: xofPerBtc(60_000_000n),
  mid_as_of: asOf,
  mid_age_ms: 1_000,
  is_mid_left: false,
  spread_buy: null,
  spread_sell: null,
  manual_xof_per_btc: null,
  manual_since: null,
  manual_until: null,
  manual_left_ms: null,
  is_frozen: false,
};
const byHand = (leftMs: number): Partial<BoardRow> => ({
  manual_xof_per_btc: xofPerBtc(70_000_000n),
  manual_since: asOf,
  manual_until: instant("2026-11-21T10:10:00.000000Z"),
  manual_left_ms: leftMs,
});

/** A board whose row, clock and answers a test decides about. */
function testBoard() {
  let row = market;
  let nowMs = 0;
  const alarms: string[] = [];
  let wait: Promise<void> = Promise.resolve();
  const board = createRateBoard({
    database: {
      async query<Row>() {
        const answer = row;
        await wait;
        return [answer as Row];
      },
    },
    terms: {
      rateStaleAfterMs: 60_000,
      clockSkewMaxMs: 10_000,
      spread: { buy: basisPoints(200n), sell: basisPoints(100n) },
      bands: exampleBands,
    },
    logger: { error: (_fields: unknown, text?: string) => void alarms.push(text ?? "") },
    monotonicMs: () => nowMs,
  });
  return {
    board,
    alarms,
    read: async (changes: Partial<BoardRow> = {}) => {
      row = { ...market, ...changes };
      await board.refresh();
    },
    /** The database answers what it knew when it was asked, but only when this is called. */
    readSlowly: (changes: Partial<BoardRow> = {}) => {
      row = { ...market, ...changes };
      const gate = Promise.withResolvers<void>();
      wait = gate.promise;
      const reading = board.refresh();
      wait = Promise.resolve();
      return async () => {
        gate.resolve();
        await reading;
      };
    },
    passMs: (ms: number) => {
      nowMs += ms;
    },
    mid: () => board.findTrusted()?.midXofPerBtc,
  };
}

describe("what a replica knows of the board", () => {
  it("is no price outside of the bands, whoever wrote it, and says so once", async () => {
    const { board, read, mid, alarms } = testBoard();
    const outside: readonly Partial<BoardRow>[] = [
      { ...byHand(600_000), manual_xof_per_btc: xofPerBtc(2n) },
      { mid_xof_per_btc: xofPerBtc(1n) },
      { mid_xof_per_btc: xofPerBtc(1_000_000_001n) },
      { spread_buy: 2_001 },
      { spread_sell: 9_999 },
    ];
    for (const changes of outside) {
      await read(changes);
      expect([mid(), board.isOutside()]).toEqual([undefined, true]);
    }
    expect(alarms).toHaveLength(1);

    await read();
    expect([mid(), board.isOutside()]).toEqual([60_000_000n, false]);
    await read({ is_frozen: true, mid_xof_per_btc: xofPerBtc(1n) });
    expect([mid(), board.isOutside()]).toEqual([undefined, false]);
    await read({ spread_buy: 2_001 });
    expect(alarms).toHaveLength(2);
  });

  it("is nothing before it was read", () => {
    expect(testBoard().mid()).toBeUndefined();
  });

  it("is the market's middle with the exchange's spreads, or those an administrator set", async () => {
    const { board, read } = testBoard();
    await read();
    expect(board.findTrusted()).toEqual({
      kind: "market",
      midXofPerBtc: 60_000_000n,
      buyXofPerBtc: 61_200_000n,
      sellXofPerBtc: 59_400_000n,
      asOf,
      validUntil: "2026-11-21T10:01:00.000000Z",
    });
    await read({ spread_buy: 0, spread_sell: 500 });
    expect(board.findTrusted()).toMatchObject({
      buyXofPerBtc: 60_000_000n,
      sellXofPerBtc: 57_000_000n,
    });
  });

  it("ages between two readings, and is none once it is too old", async () => {
    const { mid, read, passMs } = testBoard();
    await read({ mid_age_ms: 40_000 });
    passMs(20_000);
    expect(mid()).toBe(60_000_000n);
    passMs(1);
    expect(mid()).toBeUndefined();
  });

  it("ages by our own clock while the database's clock is set back under it", async () => {
    const { mid, read, passMs } = testBoard();
    for (let round = 0; round < 4; round += 1) {
      await read({ mid_age_ms: 0 });
      expect(mid()).toBe(60_000_000n);
      passMs(20_000);
    }
    await read({ mid_age_ms: 0 });
    expect(mid()).toBeUndefined();
  });

  it("is none while it lies in the future by more than clocks may differ", async () => {
    const { mid, read } = testBoard();
    await read({ mid_age_ms: -10_000 });
    expect(mid()).toBe(60_000_000n);
    await read({ mid_age_ms: -10_001 });
    expect(mid()).toBeUndefined();
  });

  it("is an administrator's until its end, however old the market's is", async () => {
    const { mid, read, passMs } = testBoard();
    await read({ mid_age_ms: 3_600_000, ...byHand(5_000) });
    passMs(4_999);
    expect(mid()).toBe(70_000_000n);
    passMs(1);
    expect(mid()).toBeUndefined();
  });

  it("is none once the markets have left it, however young; by hand it is one all the same", async () => {
    const { board, read, mid } = testBoard();
    await read({ is_mid_left: true });
    expect(mid()).toBeUndefined();
    // The next one is judged by it.
    expect(board.findLast()?.midXofPerBtc).toBe(60_000_000n);
    await read({ is_mid_left: true, ...byHand(600_000) });
    expect(mid()).toBe(70_000_000n);
    await read();
    expect(mid()).toBe(60_000_000n);
  });

  it("is none while it is frozen, by hand or not", async () => {
    const { mid, read } = testBoard();
    await read({ is_frozen: true, ...byHand(5_000) });
    expect(mid()).toBeUndefined();
  });

  it("is none after a silence of the database, also by hand", async () => {
    const { mid, read, passMs } = testBoard();
    await read(byHand(600_000));
    passMs(boardLimits.silenceMs);
    expect(mid()).toBe(70_000_000n);
    passMs(1);
    expect(mid()).toBeUndefined();
  });

  it("does not thaw by an answer that was overtaken", async () => {
    const { mid, read, readSlowly, passMs } = testBoard();
    const answer = readSlowly();
    passMs(5);
    await read({ is_frozen: true });
    await answer();

    expect(mid()).toBeUndefined();
  });
});
