import { sats, systemClock, xof } from "@sanu/kernel";
import { createGate } from "@sanu/platform";
import { afterAll, expect, it } from "vitest";
import { reportFloat } from "../guards/float-statements.ts";
import { complete, place } from "../orders.fixture.ts";
import { openStores } from "../stores.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { compareFloats } from "./compare-floats.ts";
import type { ComparedCurrency } from "./comparison-statements.ts";

const running = await startTransactions();
const { database, clock } = running;
const { cases } = openStores({ database, gate: createGate(), afterPublicCommit: () => undefined });

afterAll(() => running.stop());

const terms = { toleranceXof: 100n, toleranceSats: 100n, freshMs: 60_000 };
const compare = async (currency: ComparedCurrency) =>
  (await compareFloats({ database, cases, clock, terms }, currency))?.kind;

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

const casesOf = () =>
  running.rowsOf<object>(
    "select status, subject_id, amount_xof, amount_sats from cases where kind = 'balance-difference' order by opened_at",
  );

/** Tries deploy/runbooks/books-do-not-balance.md. */
it("opens a case when our accounts hold something else than the ledger, and closes it when they do not", async () => {
  await running.rowsOf("delete from floats");
  expect(await compare("XOF")).toBeUndefined();
  await state(70_000n, 900_000n, 500_000n);
  expect([await compare("XOF"), await compare("SATS")]).toEqual([undefined, undefined]);
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
