import {
  CreateTransaction,
  FloatReported,
  type PayoutRail,
  type RequestInput,
} from "@sanu/contracts";
import { instantOfEpochMs, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { complete, order, place, placedOf, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { floatFact, floatNow, insertReport, regular } from "./floats.fixture.ts";

const running = await startTransactions({
  env: {
    OPEN_TRANSACTIONS_MAX: "1000",
    FLOAT_STALE_AFTER_MS: "60000",
    FLOAT_START_GRACE_MS: "0",
  },
});
afterAll(() => running.stop());

const minute = 60_000;
const unavailable = { kind: "refused", refusal: { code: "liquidity-unavailable" } };

const sale: Partial<RequestInput<typeof CreateTransaction>> = { transactionType: "SELL_BITCOIN" };
/** By somebody who may use a float up, unless told. */
const ask = async (changes: Partial<RequestInput<typeof CreateTransaction>> = sale) =>
  running.request(CreateTransaction, order({ ...(await regular(running)), ...changes }));
const placeSale = async () => place(running, { ...sale, ...(await regular(running)) });
const agoMs = (ms: number) => instantOfEpochMs(Date.now() - ms);
const promisedOf = async (rail: PayoutRail) => {
  const { reserved, unreported } = await floatNow(running, rail);
  return reserved + unreported;
};

beforeEach(async () => {
  for (const table of ["floats", "float_shares", "payout_reservations", "unreported_payouts"]) {
    await running.rowsOf(`delete from ${table}`);
  }
});

describe("an order", () => {
  it("reserves what it will pay out, with its fee, where it will be paid from", async () => {
    for (const rail of ["disbursement", "lightning", "onchain"] as const) {
      await insertReport(running, { rail, amount: 1_000_000n });
    }
    await placeSale();
    expect(await promisedOf("disbursement")).toBe(10_100n);
    const { answer } = await place(running);
    const sats = BigInt(answer.transaction.amount_sats.replace(" SATS", ""));
    // Its way may cost one in a hundred over Lightning, and on chain its spread.
    expect(await promisedOf("lightning")).toBe(sats + 163n);
    await place(running, { receiver: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" });
    expect(await promisedOf("onchain")).toBe(sats + 327n);
  });

  it("is refused where it could not be paid, and leaves nothing behind", async () => {
    await insertReport(running, { rail: "disbursement", amount: 10_099n });
    const accountId = newId<"AccountId">();
    expect(await ask({ ...sale, accountId })).toMatchObject(unavailable);
    const rows = "select from allowances where account_id = $1";
    expect(await running.rowsOf(rows, [accountId])).toEqual([]);
    expect(await promisedOf("disbursement")).toBe(0n);
    await insertReport(running, { rail: "disbursement", amount: 10_100n });
    expect((await ask()).kind).toBe("replied");
    expect((await ask()).kind).toBe("refused");
  });

  it("is promised by who pays its channel now, and by who comes next where that one cannot", async () => {
    const rail = "disbursement";
    const report = (account: string, amount: bigint, ago = 0) =>
      insertReport(running, {
        rail,
        account,
        amount,
        channels: ["MTN_OPEN"],
        observedAt: agoMs(ago),
      });
    const reservedAt = async (account: string) => (await floatNow(running, rail, account)).reserved;
    const change = (account: string, to: string) =>
      running.rowsOf(`update floats set ${to} where account = $1`, [account]);
    // The treasury beside it lets others probe whenever a pause is over: not while this looks.
    const pausing = "breaker_since = clock_timestamp(), breaker_pause_ms = 3600000";
    await report("before/1", 1_000_000n, 90_000);
    expect(await ask()).toMatchObject(unavailable);

    await report("first/1", 20_200n);
    await report("second/1", 20_200n);
    await placeSale();
    expect(await reservedAt("first/1")).toBe(10_100n);
    await change("first/1", `breaker = 'open', ${pausing}`);
    await placeSale();
    expect(await reservedAt("second/1")).toBe(10_100n);
    await change("first/1", `breaker = 'half-open', ${pausing}, probes_left = 1`);
    await placeSale();
    expect(await reservedAt("first/1")).toBe(20_200n);
    await change("first/1", "probes_left = 1");
    await placeSale();
    expect(await reservedAt("second/1")).toBe(20_200n);
    expect(
      await running.rowsOf("select probes_left from floats where probes_left = 1"),
    ).toHaveLength(1);
    expect(await ask()).toMatchObject(unavailable);
    expect(await reservedAt("before/1")).toBe(0n);
  });

  it("never gets a franc that is promised to another, however many come at once", async () => {
    // Of 40 orders over 10 100 XOF a float of 101 000 pays 10, whichever shares they find.
    await insertReport(running, { rail: "disbursement", amount: 101_000n });
    const results = await Promise.all(Array.from({ length: 40 }, () => ask()));
    const taken = results.filter(({ kind }) => kind === "replied").length;
    const { free, reserved } = await floatNow(running, "disbursement");

    expect(reserved).toBe(BigInt(taken) * 10_100n);
    expect(free).toBe(101_000n - reserved);
    expect(taken).toBe(10);
    expect(results.filter(({ kind }) => kind === "refused")).toHaveLength(30);
  });

  it("is promised no more than is there while reports and ends of others come in between", async () => {
    const rail = "disbursement";
    await insertReport(running, { rail, amount: 202_000n, observedAt: agoMs(60) });
    await Promise.all(
      Array.from({ length: 60 }, async (_each, index) => {
        const asked = order({ ...sale, ...(await regular(running)) });
        // Each of them says the same, for nothing was paid out.
        if (index % 6 === 0) {
          await insertReport(running, { rail, amount: 202_000n, observedAt: agoMs(59 - index) });
        }
        const result = await running.request(CreateTransaction, asked);
        if (result.kind !== "replied" || index % 5 > 0) return;
        const placed = placedOf(asked.accountId, result.data.responseJson);
        await said.failed(running, placed);
        await reached(running, placed, "FAILED");
      }),
    );
    const { free, reserved } = await floatNow(running, rail);
    // By the log: whoever got no answer in time may have an order all the same.
    const [log] = await running.rowsOf<{ open: bigint }>(
      `select count(*) as open from transaction_list join payout_reservations using (transaction_id)
       where status = 'PENDING'`,
    );
    expect(reserved).toBe((log?.open ?? 0n) * 10_100n);
    expect(free).toBe(202_000n - reserved);
    expect(free).toBeGreaterThanOrEqual(0n);
  });

  it("is promised what was held by one that failed, and nothing that was paid out", async () => {
    await insertReport(running, {
      rail: "disbursement",
      amount: 20_200n,
      observedAt: agoMs(1_000),
    });
    const [failing, paid] = [await placeSale(), await placeSale()];
    expect(await ask()).toMatchObject(unavailable);
    await said.failed(running, failing);
    await reached(running, failing, "FAILED");
    expect(await promisedOf("disbursement")).toBe(10_100n);
    await completeSale(paid);
    expect(await floatNow(running, "disbursement")).toMatchObject({
      reserved: 0n,
      unreported: 10_100n,
      free: 10_100n,
    });
    // The provider says what is left; what it says of before is old.
    await insertReport(running, { rail: "disbursement", amount: 10_149n });
    expect(await floatNow(running, "disbursement")).toMatchObject({
      unreported: 0n,
      free: 10_149n,
    });
  });

  it("is refused while its float was not reported for too long, and taken after the next report", async () => {
    await insertReport(running, {
      rail: "disbursement",
      amount: 1_000_000n,
      observedAt: agoMs(minute + 1_000),
    });
    expect(await ask()).toMatchObject(unavailable);
    await insertReport(running, { rail: "disbursement", amount: 1_000_000n });
    expect((await ask()).kind).toBe("replied");
  });

  it("is refused where none of the known floats pays its channel", async () => {
    const report = { rail: "disbursement", amount: 1_000_000n } as const;
    await insertReport(running, { ...report, channels: ["MOOV_BENIN"] });
    expect(await ask()).toMatchObject(unavailable);
    await insertReport(running, { ...report, channels: ["MOOV_BENIN", "MTN_OPEN"] });
    expect((await ask()).kind).toBe("replied");
  });

  it("is taken as ever while payouts has reported nothing of its rail", async () => {
    await insertReport(running, { rail: "disbursement", amount: 0n });
    expect((await ask({})).kind).toBe("replied");
    expect(await ask()).toMatchObject(unavailable);
  });

  it("leaves alone what is held back, whatever the mark is moved to", async () => {
    const rail = "disbursement";
    await insertReport(running, { rail, amount: 30_000n, heldBack: 20_000n, observedAt: agoMs(9) });
    expect(await ask()).toMatchObject(unavailable);
    await insertReport(running, { rail, amount: 30_000n, heldBack: 19_900n });
    expect((await ask()).kind).toBe("replied");
    expect(await ask()).toMatchObject(unavailable);
  });

  it("leaves a quarter of its float to others where its account has more open than it ever completed", async () => {
    await insertReport(running, { rail: "disbursement", amount: 101_000n });
    // Nobody of them has paid, and ten of them had it all for a quarter of an hour.
    const strangers = await Promise.all(
      Array.from({ length: 20 }, () => ask({ ...sale, accountId: newId() })),
    );
    expect(strangers.filter(({ kind }) => kind === "replied")).toHaveLength(7);
    expect(await ask({ ...sale, accountId: newId() })).toMatchObject(unavailable);

    const { accountId } = await regular(running);
    await place(running, { ...sale, accountId });
    expect(await promisedOf("disbursement")).toBe(80_800n);
    // What she completed is what she may have open there.
    await running.rowsOf(
      "update allowances set used_xof = 19999 where used_xof > 0 and account_id = $1",
      [accountId],
    );
    expect(await ask({ ...sale, accountId })).toMatchObject(unavailable);
    await running.rowsOf(
      "update allowances set used_xof = 20000 where used_xof > 0 and account_id = $1",
      [accountId],
    );
    await place(running, { ...sale, accountId });
    expect(await promisedOf("disbursement")).toBe(90_900n);
  });

  it("finds its float in one share or gathered from all", async () => {
    await insertReport(running, { rail: "disbursement", amount: 40_400n });
    // No share has more than a 32nd of it.
    const results = await Promise.all(Array.from({ length: 4 }, () => ask()));
    expect(results.map(({ kind }) => kind)).toEqual(Array(4).fill("replied"));
    expect(await floatNow(running, "disbursement")).toMatchObject({ free: 0n });
  });

  async function completeSale(placed: Awaited<ReturnType<typeof place>>): Promise<void> {
    const { amount_sats: amountSats } = placed.answer.transaction;
    await said.soldFor(running, placed, amountSats.replace(" SATS", ""));
    await reached(running, placed, "PROCESSING");
    await said.settled(running, placed);
    await reached(running, placed, "COMPLETED");
  }
});

describe("a report", () => {
  it("is taken once from the stream, and never overwrites one that was observed later", async () => {
    const rail = "lightning";
    const reports = [1n, 2n, 3n].map((place) => {
      const observedAt = agoMs(Number(10n - place));
      return floatFact({ rail, amount: place * 1_000_000n, observedAt });
    });
    const [first, second, third] = reports;
    for (const report of [second, first, second, third, first]) {
      if (report === undefined) throw new Error("No report");
      await running.payouts.publish(FloatReported, newId(), report);
    }
    await eventually("all of them are handled", async () => {
      const handled = "select from handled where reaction = 'transactions.when-float-reported'";
      return (await running.rowsOf(handled)).length >= 5;
    });
    expect(await floatNow(running, rail)).toMatchObject({
      available: 3_000_000n,
      free: 3_000_000n,
    });
    await place(running);
    expect((await floatNow(running, rail)).free).toBeLessThan(3_000_000n);
  });

  it("says that less is there than was promised, and what was promised stays so", async () => {
    const rail = "disbursement";
    await insertReport(running, { rail, amount: 20_200n, observedAt: agoMs(9) });
    const sales = [await placeSale(), await placeSale()];
    await insertReport(running, { rail, amount: 15_000n });
    expect(await floatNow(running, rail)).toMatchObject({ reserved: 20_200n, free: -5_200n });
    const states = await Promise.all(
      sales.map(({ transactionId }) =>
        running.rowsOf("select reservation_state($1) as state", [transactionId]),
      ),
    );
    // Whoever was promised first comes first.
    expect(states.flat()).toEqual([{ state: "stands" }, { state: "short" }]);
    const none = await running.rowsOf("select reservation_state($1) as state", [newId()]);
    expect(none).toEqual([{ state: "none" }]);
  });
});

describe("a purchase whose payout found no way", () => {
  it("holds nothing any more, and is counted against its float", async () => {
    await insertReport(running, { rail: "lightning", amount: 1_000_000n });
    const placed = await place(running);
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    await said.payoutFailed(running, placed, "no-route");
    await eventually("it holds nothing", async () => (await promisedOf("lightning")) === 0n);
    const counts =
      "select sum(failed)::int as failed, sum(settled)::int as settled from float_shares";
    expect(await running.rowsOf(counts)).toEqual([{ failed: 1, settled: 0 }]);
    await complete(running, await place(running));
    expect(await running.rowsOf(counts)).toEqual([{ failed: 1, settled: 1 }]);
  });
});
