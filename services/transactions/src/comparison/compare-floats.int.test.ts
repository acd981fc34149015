import { FloatReported } from "@sanu/contracts";
import { newId, sats, systemClock, xof } from "@sanu/kernel";
import { createGate, type Database } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { reportFloat } from "../guards/float-statements.ts";
import { complete, payoutOf, place, reached, said } from "../orders.fixture.ts";
import { openStores } from "../stores.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { compareFloats } from "./compare-floats.ts";
import { type ComparedCurrency, upsertBalance } from "./comparison-statements.ts";

const running = await startTransactions();
const { database, clock } = running;
const { cases } = openStores({ database, gate: createGate(), afterPublicCommit: () => undefined });

afterAll(() => running.stop());

const terms = { toleranceXof: 100n, toleranceSats: 100n, freshMs: 60_000 };
const compare = async (currency: ComparedCurrency, by: Pick<Database, "query"> = database) =>
  (await compareFloats({ database: { ...database, ...by }, cases, clock, terms }, currency))?.kind;

/** What the accounts that collect hold, and what a rail could pay out. */
async function state(collected: bigint, payable: bigint, held: bigint): Promise<void> {
  await running.rowsOf(
    `insert into stated_balances values ('sandbox/collections', 'XOF', $1, now())
     on conflict (account) do update set balance = excluded.balance, stated_at = now()`,
    [collected],
  );
  const observedAt = systemClock.now();
  const report = { account: "sandbox/main", channels: null, observedAt };
  const floats = [
    { ...report, rail: "disbursement", available: { currency: "XOF", amountXof: xof(payable) } },
    { ...report, rail: "lightning", available: { currency: "SATS", amountSats: sats(held) } },
  ] as const;
  for (const float of floats) await database.query(reportFloat(float, 0n));
}

/** What moved at three looks has to be known before there is something to compare with. */
async function begun(): Promise<void> {
  for (let looks = 0; looks <= 3; looks += 1) {
    expect([await compare("XOF"), await compare("SATS")]).toEqual([undefined, undefined]);
  }
}

const casesOf = () =>
  running.rowsOf<object>(
    "select status, subject_id, amount_xof, amount_sats from cases where kind = 'balance-difference' order by opened_at",
  );

/** Tries deploy/runbooks/books-do-not-balance.md. */
it("opens a case when our accounts hold something else than the ledger, and closes it when they do not", async () => {
  await running.rowsOf("delete from floats");
  expect([await compare("XOF"), await compare("XOF")]).toEqual([undefined, undefined]);
  await running.rowsOf("delete from float_comparisons");
  await state(70_000n, 900_000n, 500_000n);
  await begun();
  expect([await compare("XOF"), await compare("SATS")]).toEqual(["agrees", "agrees"]);

  const placed = await place(running);
  await complete(running, placed);
  const [moved] = await running.rowsOf<{ xof: bigint; sats: bigint }>(
    "select sum(gateway_float)::bigint as xof, sum(node_float)::bigint as sats from book_entries",
  );
  if (moved === undefined) throw new Error("Nothing was booked");
  expect(moved.xof).toBeGreaterThan(0n);
  const inXof = 70_000n + moved.xof;
  const inSats = 500_000n + moved.sats;
  await state(inXof, 900_000n, inSats);
  expect([await compare("XOF"), await compare("SATS")]).toEqual(["agrees", "agrees"]);
  // What was booked a moment ago may be on its way; two comparisons later it is not.
  expect(await compare("SATS")).toBe("agrees");

  await state(inXof, 899_000n, inSats);
  expect([await compare("XOF"), await compare("XOF"), await compare("XOF")]).toEqual([
    "agrees",
    "suspected",
    "differs",
  ]);
  expect(await compare("XOF")).toBe("agrees");
  const open = { subject_id: "ledger/gateway_float", amount_xof: 1_000n, amount_sats: null };
  expect(await casesOf()).toEqual([{ status: "open", ...open }]);
  const facts = await running.rowsOf<{ data: string }>(
    "select data from events where public_type = 'sanu.transactions.LedgerDifferenceFound.v1'",
  );
  expect(facts).toMatchObject([{ data: { subject: { id: "ledger/gateway_float" } } }]);

  await state(inXof, 900_000n, inSats);
  expect(await compare("XOF")).toBe("resolved");
  expect(await casesOf()).toEqual([{ status: "closed", ...open }]);
  expect(await compare("SATS")).toBe("agrees");
});

it("begins while people buy, takes nothing of theirs for a difference, and finds what is missing all the same", async () => {
  await running.rowsOf("delete from float_comparisons");
  const moved = async () => {
    const [row] = await running.rowsOf<{ xof: bigint }>(
      "select coalesce(sum(gateway_float), 0)::bigint as xof from book_entries",
    );
    return row?.xof ?? 0n;
  };
  const before = await moved();
  await state(70_000n, 900_000n, 500_000n);
  for (let looks = 0; looks <= 2; looks += 1) await compare("XOF");
  // Paid and booked behind the last word of our accounts, which is what comparing begins with.
  await complete(running, await place(running));
  expect(await compare("XOF")).toBeUndefined();
  const after = await moved();
  const bought = after - before;
  expect(bought).toBeGreaterThan(100n);

  await state(70_000n + bought, 900_000n, 500_000n);
  const looks: unknown[] = [];
  for (let look = 0; look < 6; look += 1) looks.push(await compare("XOF"));
  expect(looks).toEqual(Array.from({ length: 6 }, () => "agrees"));

  await state(70_000n + bought, 899_899n, 500_000n);
  expect([await compare("XOF"), await compare("XOF")]).toEqual(["suspected", "differs"]);
});

it("finds what is missing beside orders that nobody has paid, which can only bring money", async () => {
  await running.rowsOf("delete from float_comparisons");
  await state(70_000n, 900_000n, 500_000n);
  await begun();
  const unpaid = [await place(running), await place(running), await place(running)];
  // Paid at the provider, and not booked yet.
  await state(100_000n, 900_000n, 500_000n);
  expect(await compare("XOF")).toBe("agrees");
  await state(100_101n, 900_000n, 500_000n);
  expect(await compare("XOF")).toBe("suspected");
  await state(69_899n, 900_000n, 500_000n);
  expect([await compare("XOF"), await compare("XOF")]).toEqual(["suspected", "differs"]);
  await state(70_000n, 900_000n, 500_000n);
  expect(await compare("XOF")).toBe("resolved");
  await state(70_000n, 900_000n, 499_899n);
  expect([await compare("SATS"), await compare("SATS")]).toEqual(["suspected", "differs"]);
  await state(70_000n, 900_000n, 500_000n);
  expect(await compare("SATS")).toBe("resolved");

  // Who begins beside such orders knows only that what is held is not more than was there.
  await running.rowsOf("delete from float_comparisons");
  await begun();
  expect(
    await running.rowsOf("select base, slack from float_comparisons where currency = 'XOF'"),
  ).toEqual([{ base: 970_000n - 15_000n, slack: 15_000n }]);
  await state(69_899n, 900_000n, 500_000n);
  expect(await compare("XOF")).toBe("agrees");
  for (const order of unpaid) {
    await said.failed(running, order);
    await reached(running, order, "FAILED");
  }
});

it("begins beside an order that is booked while it looks, and never takes its money for missing", async () => {
  await running.rowsOf("delete from float_comparisons");
  await state(70_000n, 900_000n, 500_000n);
  const paid = await place(running);
  await state(80_000n, 900_000n, 500_000n);
  for (let looks = 0; looks < 3; looks += 1) await compare("XOF");
  let isBooked = false;
  const query: Database["query"] = async (statement) => {
    const rows = await database.query<never>(statement);
    // Right behind the first look at everything that is open.
    if (!isBooked && statement.sql.includes("as leaving")) {
      isBooked = true;
      await said.completed(running, paid);
      await reached(running, paid, "PROCESSING");
    }
    return rows;
  };
  expect(await compare("XOF", { query })).toBeUndefined();
  expect(isBooked).toBe(true);
  await said.settled(running, paid);
  await reached(running, paid, "COMPLETED");
  for (let looks = 0; looks < 6; looks += 1) expect(await compare("XOF")).toBe("agrees");
});

it("takes what is paid out or goes back for gone before it is booked, and no more than that", async () => {
  await running.rowsOf("delete from float_comparisons");
  await state(70_000n, 900_000n, 500_000n);
  await begun();
  const paid = await place(running);
  await said.completed(running, paid);
  await reached(running, paid, "PROCESSING");
  // With what its way may cost.
  const [promised] = await running.rowsOf<{ amount: bigint }>(
    "select amount from payout_reservations where transaction_id = $1",
    [paid.transactionId],
  );
  const sentSats = promised?.amount ?? 0n;
  expect(sentSats).toBeGreaterThan(BigInt((await payoutOf(running, paid)).amountSats));
  // Nobody waits for this one any more when it is paid: its money goes back, though the order has failed.
  const late = await place(running);
  await said.failed(running, late);
  await reached(running, late, "FAILED");
  await said.completed(running, late);
  await eventually("it is to go back", async () => {
    const refunds = "select from open_refunds where transaction_id = $1";
    return (await running.rowsOf(refunds, [late.transactionId])).length === 1;
  });

  await state(90_000n, 900_000n, 500_000n - sentSats);
  // What has just been booked is not heard of in every word, until two looks later.
  for (let looks = 0; looks < 3; looks += 1) {
    expect([await compare("XOF"), await compare("SATS")]).toEqual(["agrees", "agrees"]);
  }
  await state(79_900n, 900_000n, 500_000n - sentSats - 101n);
  expect([await compare("XOF"), await compare("SATS")]).toEqual(["agrees", "suspected"]);
  await state(79_899n, 900_000n, 500_000n);
  expect([await compare("XOF"), await compare("SATS")]).toEqual(["suspected", "agrees"]);
});

it("compares no francs before an account that collects them has spoken", async () => {
  await running.rowsOf("delete from float_comparisons");
  await running.rowsOf("delete from stated_balances");
  await database.query(
    upsertBalance({ account: "a node", currency: "SATS", balance: "1", statedAt: clock.now() }),
  );
  for (let looks = 0; looks <= 5; looks += 1) expect(await compare("XOF")).toBeUndefined();
  const [begun] = await running.rowsOf<{ slack: bigint }>("select slack from float_comparisons");
  expect(begun?.slack).toBe(-1n);
});

it("takes for ours what a node holds and cannot send now, from the report that says so", async () => {
  await running.rowsOf("delete from float_comparisons");
  await running.rowsOf("delete from floats");
  const report = async (amountSats: bigint, heldSats: bigint | null) => {
    const observedAt = systemClock.now();
    const account = "lnd/node";
    const of = (amount: bigint) => ({ currency: "SATS", amountSats: amount.toString() }) as const;
    await running.payouts.publish(FloatReported, newId(), {
      rail: "onchain",
      account,
      channels: null,
      available: of(amountSats),
      ...(heldSats === null ? {} : { held: of(heldSats) }),
      observedAt,
    });
    await eventually("it is heard of", async () => {
      const text = "select from floats where account = $1 and observed_at = $2";
      return (await running.rowsOf(text, [account, observedAt])).length === 1;
    });
  };
  await report(1_000_000n, null);
  for (let looks = 0; looks <= 3; looks += 1) expect(await compare("SATS")).toBeUndefined();
  expect(await compare("SATS")).toBe("agrees");
  // All of it is change of a payout that no block has yet.
  await report(0n, 1_000_000n);
  expect(await compare("SATS")).toBe("agrees");
  await report(0n, 900_000n);
  expect([await compare("SATS"), await compare("SATS")]).toEqual(["suspected", "differs"]);
  // What was said of it before counts no more.
  await report(1_000_000n, null);
  expect(await compare("SATS")).toBe("resolved");
});
