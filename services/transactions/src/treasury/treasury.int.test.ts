import { CreateTransaction, GetTreasury, type PayoutRail } from "@sanu/contracts";
import { instantOfEpochMs, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { insertReport } from "../guards/floats.fixture.ts";
import { complete, order, place, placedOf, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions({
  env: {
    OPEN_TRANSACTIONS_MAX: "1000",
    FLOAT_START_GRACE_MS: "0",
    FLOAT_LOW_XOF: "50000",
    FLOAT_CLOSED_XOF: "1000",
    FLOAT_TARGET_XOF: "100000",
    BREAKER_OUTCOMES_MIN: "4",
    BREAKER_PAUSE_MS: "600000",
    BREAKER_PROBES: "2",
  },
});
afterAll(() => running.stop());

const unavailable = { kind: "refused", refusal: { code: "liquidity-unavailable" } };
const treasury = async () => {
  const result = await running.request(GetTreasury, {});
  if (result.kind !== "replied") throw new Error(`No treasury: ${result.kind}`);
  return result.data;
};
const floatOf = async (rail: PayoutRail) =>
  (await treasury()).floats.find((float) => float.rail === rail);
const agoMs = (ms: number) => instantOfEpochMs(Date.now() - ms);

beforeEach(async () => {
  for (const table of ["floats", "float_shares", "payout_reservations", "unreported_payouts"]) {
    await running.rowsOf(`delete from ${table}`);
  }
});

describe("the treasury", () => {
  it("shows each float as an order would find it", async () => {
    const heldBack = 1_000n;
    const report = { rail: "disbursement", amount: 61_100n, heldBack } as const;
    await insertReport(running, { ...report, observedAt: agoMs(1_000) });
    await insertReport(running, { rail: "lightning", amount: 9n, observedAt: agoMs(200_000) });
    expect(await floatOf("disbursement")).toMatchObject({ state: "open", because: null });
    await place(running, { transactionType: "SELL_BITCOIN" });
    await place(running, { transactionType: "SELL_BITCOIN" });
    expect(await floatOf("disbursement")).toMatchObject({
      account: "sandbox/test",
      currency: "XOF",
      available: "61100",
      promised: "20200",
      free: "39900",
      short: "0",
      low_mark: "50000",
      closed_mark: "1000",
      state: "low",
      because: "low",
    });
    expect(await floatOf("lightning")).toMatchObject({ state: "closed", because: "stale" });
    await insertReport(running, { ...report, amount: 15_000n });
    expect(await floatOf("disbursement")).toMatchObject({
      free: "-6200",
      short: "5200",
      state: "closed",
      because: "promised",
    });
    expect((await treasury()).exposure).toEqual([
      { currency: "XOF", held: "15000", target: "100000", over: "-85000" },
      { currency: "SATS", held: "9", target: null, over: null },
    ]);
  });

  it("forgets a float that is reported no more while others are, unless it still owes", async () => {
    const day = 86_400_000;
    const report = (account: string, ago: number) =>
      insertReport(running, {
        rail: "disbursement",
        account,
        amount: 50_000n,
        observedAt: agoMs(ago),
      });
    const shown = async () => (await treasury()).floats.map(({ account }) => account);
    await report("before/1", day + 60_000);
    await report("silent/1", day - 60_000);
    expect(await shown()).toEqual(["before/1", "silent/1"]);
    await report("now/1", 0);
    expect(await shown()).toEqual(["now/1", "silent/1"]);
    expect((await treasury()).exposure[0]).toMatchObject({ held: "100000" });
    await running.rowsOf(
      `insert into payout_reservations (transaction_id, leg, float_id, amount)
       select gen_random_uuid(), 'payout', float_id, 1 from floats where account = 'before/1'`,
    );
    expect(await shown()).toEqual(["before/1", "now/1", "silent/1"]);
  });

  it("is in the series that wake somebody", async () => {
    await insertReport(running, { rail: "disbursement", amount: 20_000n, heldBack: 1_000n });
    const labels = 'rail="disbursement",account="sandbox/test",service="transactions"';
    const url = `http://127.0.0.1:${running.service.healthPort()}/metrics`;
    await eventually("the float is seen", async () => {
      const text = await (await fetch(url)).text();
      return ["available", "low", "closed", "breaker"].every((name) => {
        const value = { available: 20_000, low: 1, closed: 0, breaker: 0 }[name];
        return text.includes(`sanu_float_${name}{${labels}} ${value}\n`);
      });
    });
    const text = await (await fetch(url)).text();
    expect(text).toContain('sanu_exposure{currency="XOF",service="transactions"} -80000\n');
  });
});

describe("a rail whose payouts fail", () => {
  const breakerIs = (state: string) =>
    eventually(`the breaker is ${state}`, async () => {
      const float = await floatOf("lightning");
      return float?.breaker.state === state && float;
    });
  const passPause = () =>
    running.rowsOf(
      "update floats set breaker_since = breaker_since - interval '10 minutes' where rail = 'lightning'",
    );
  let people = 100;
  const somebody = () => {
    people += 1;
    return { number: `+22901960${people}00`, receiver: `somebody-${people}@sandbox.sanu` };
  };
  const failPayout = async (who: Parameters<typeof place>[1] = somebody()) => {
    const placed = await place(running, who);
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    await said.payoutFailed(running, placed, "no-route");
  };

  it("pauses by itself, is probed by few, and opens when one of them arrives", async () => {
    await insertReport(running, { rail: "lightning", amount: 10_000_000n });
    // Two replicas look, and each change is made once.
    const other = await running.startReplica();
    await Promise.all([failPayout(), failPayout(), failPayout(), failPayout()]);
    expect(await breakerIs("open")).toMatchObject({ state: "closed", because: "failing" });
    expect(await running.request(CreateTransaction, order())).toMatchObject(unavailable);
    // Sales go on: their francs are paid from elsewhere.
    await place(running, { transactionType: "SELL_BITCOIN" });

    await passPause();
    await breakerIs("half-open");
    const probes = await Promise.all(
      Array.from({ length: 8 }, () => running.request(CreateTransaction, order())),
    );
    expect(probes.filter(({ kind }) => kind === "replied")).toHaveLength(2);
    await passPause();
    await eventually("another probe is let through", async () => {
      const asked = order();
      const result = await running.request(CreateTransaction, asked);
      if (result.kind !== "replied") return false;
      await complete(running, placedOf(asked.accountId, result.data.responseJson));
      return true;
    });
    await breakerIs("closed");
    expect((await running.request(CreateTransaction, order())).kind).toBe("replied");
    await other.stop();
  });

  const probedAgain = async () => {
    await insertReport(running, { rail: "lightning", amount: 10_000_000n });
    await running.rowsOf(
      `update floats set breaker = 'half-open', breaker_since = clock_timestamp(),
         breaker_pause_ms = 1800000, probes_left = 2`,
    );
    return [await place(running, somebody()), await place(running, somebody())] as const;
  };
  const probe = async () => {
    const asked = order();
    const result = await running.request(CreateTransaction, asked);
    return result.kind === "replied" && placedOf(asked.accountId, result.data.responseJson);
  };

  it("is probed again soon where nobody pays for the probes, however long its pause has grown", async () => {
    await probedAgain();
    expect(await probe()).toBe(false);
    await passPause();
    await complete(running, await eventually("others may try", probe));
    await breakerIs("closed");
  });

  it("is not probed by more than it takes while those who have paid wait", async () => {
    for (const paid of await probedAgain()) {
      await said.completed(running, paid);
      await reached(running, paid, "PROCESSING");
    }
    await passPause();
    const lately =
      "select from floats where rail = 'lightning' and breaker_since > now() - interval '5 minutes'";
    await eventually("others may try", async () => (await running.rowsOf(lately)).length === 1);
    for (let each = 0; each < 3; each += 1) expect(await probe()).toBe(false);
  });

  it("does not pause because of one customer, whoever she orders as, with and for", async () => {
    await insertReport(running, { rail: "lightning", amount: 10_000_000n });
    const accountId = newId<"AccountId">();
    const { number, receiver } = somebody();
    await failPayout({ accountId, number, receiver });
    for (const same of [{ accountId }, { number }, { receiver }]) {
      await failPayout({ ...somebody(), ...same });
      await failPayout({ ...somebody(), ...same });
    }
    await eventually(
      "all are released",
      async () => (await floatOf("lightning"))?.promised === "0",
    );
    expect(await floatOf("lightning")).toMatchObject({ breaker: { state: "closed", failed: 1 } });
  });

  it("does not pause for what receivers refuse", async () => {
    await insertReport(running, { rail: "lightning", amount: 10_000_000n });
    for (let each = 0; each < 4; each += 1) {
      const placed = await place(running);
      await said.completed(running, placed);
      await reached(running, placed, "PROCESSING");
      await said.payoutFailed(running, placed, "refused-by-receiver");
    }
    await eventually(
      "all are released",
      async () => (await floatOf("lightning"))?.promised === "0",
    );
    expect(await floatOf("lightning")).toMatchObject({ breaker: { state: "closed", failed: 0 } });
  });
});
