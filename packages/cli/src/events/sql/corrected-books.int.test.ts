import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId, plusMs } from "@sanu/kernel";
import { openDatabase } from "@sanu/platform";
import { createTestDatabase, knownSet } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { projectionSets } from "../../projections.ts";
import { migrationsOf } from "../../services.ts";
import { exportEvents } from "../export/export-events.ts";
import { insertEvents } from "../filled-log.fixture.ts";
import { logReader } from "../read/fact-reader.ts";
import type { LoggedEvent } from "../trades.fixture.ts";
import { factViewsSql } from "./fact-views.ts";
import { openAnalysis } from "./open-analysis.ts";

const made = await createTestDatabase("transactions", migrationsOf.transactions);
const options = { url: made.url, applicationName: "test", isMaintenance: true };
const database = openDatabase({ ...options, poolMax: 2 });
const folder = mkdtempSync(join(tmpdir(), "sanu-corrected-"));
const duck = await openAnalysis();

afterAll(async () => {
  duck.close();
  await database.close();
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

const accounts = "gateway_float, user_payable, suspense, exchange, fees, rounding";
const ofReceivable = "receivable, losses";
const storedSql = `
select transaction_id, (extract(epoch from booked_at) * 1000000)::bigint::text as booked_at,
  ${[...accounts.split(", "), ...ofReceivable.split(", ")].map((one) => `${one}::text`).join(", ")}
from (select transaction_id, version, currency, booked_at, ${accounts}, 0 as receivable, 0 as losses from book_entries
  union all select transaction_id, version, currency, booked_at, ${accounts}, ${ofReceivable} from receivable_entries) as entries
where currency = 'XOF' order by transaction_id, version`;
const foldedSql = `
select transactionId as transaction_id, epoch_us(bookedAt) as booked_at, gatewayFloat::hugeint as gateway_float,
  userPayable::hugeint as user_payable, suspense::hugeint as suspense, exchange::hugeint as exchange,
  fees::hugeint as fees, rounding::hugeint as rounding, receivable::hugeint as receivable, losses::hugeint as losses
from BookEntries where currency = 'XOF' order by transactionId, sequence`;

const francs = (amount: number) => ({ currency: "XOF", amountXof: `${amount}` });
const purchase = knownSet()
  .events.map(({ what }) => what)
  .filter(({ type }) => type === "TransactionCompleted")
  .find(({ transactionType }) => transactionType === "BUY_BITCOIN");

/** What the log says of a purchase of before under other names, up to some event; each further one comes a second later. */
function purchaseTo(last: "TransactionPaid" | "TransactionCompleted") {
  const transactionId = newId();
  const old = knownSet()
    .events.map(({ what }) => what)
    .filter((one) => one.transactionId === purchase?.transactionId);
  const events: LoggedEvent[] = old
    .slice(0, old.findIndex(({ type }) => type === last) + 1)
    .map((one) => ({ ...one, transactionId }));
  const paid = old.find(({ type }) => type === "TransactionPaid");
  const { receiptId, payoutId, paymentId, paidAt, amountXof } = paid as unknown as Paid;
  let step = 3_600;
  const at = () => plusMs(paidAt, (step += 1) * 1_000);
  const say = (type: string, field: string, what: object) =>
    events.push({ type, v: 1, transactionId, ...what, [field]: at() });
  const refundId = newId();
  const caseId = newId();
  const money = francs(Number(amountXof));
  return {
    events,
    amount: Number(amountXof),
    held: () =>
      say("TransactionPayoutHeld", "heldAt", { receiptId, payoutId, cause: "payment-denied" }),
    payoutFailed: () =>
      say("TransactionPayoutFailed", "failedAt", { payoutId, reason: "no-route" }),
    decided: (came: number, of: string = receiptId, counted: object = money) =>
      say("TransactionReceiptDecided", "decidedAt", {
        paymentId,
        receiptId: of,
        money: counted,
        verdict: "arrived",
        caseId,
        came: francs(came),
      }),
    refund: (amount: number, reason: string, of: string = receiptId) =>
      say("TransactionRefundRequested", "requestedAt", {
        refundId,
        paymentId,
        receiptId: of,
        money: francs(amount),
        reason,
        destination: { kind: "payer" },
      }),
    refundFailed: (of: string = receiptId) =>
      say("TransactionRefundFailed", "failedAt", {
        receiptId: of,
        refundId,
        reason: "not-refundable",
      }),
    settled: (of: string = receiptId) =>
      say("TransactionRefundSettled", "settledAt", { receiptId: of, refundId, fee: null }),
    cameBack: (amount: number, of: string = receiptId) =>
      say("TransactionRefundReversed", "reversedAt", {
        receiptId: of,
        refundId,
        money: francs(amount),
      }),
    ended: (by: "recovered" | "written-off", of: string = receiptId) =>
      say("TransactionDebtSettled", "settledAt", { of: "payment", receiptId: of, by, caseId }),
    taken: (amount: number, isPart?: true, of: string = receiptId) =>
      say("TransactionPaymentReversed", "reversedAt", {
        receiptId: of,
        money: francs(amount),
        caseId,
        ...(isPart && { isPart }),
      }),
  };
}

interface Paid {
  readonly receiptId: string;
  readonly payoutId: string;
  readonly paymentId: string;
  readonly paidAt: Parameters<typeof plusMs>[0];
  readonly amountXof: string;
}

it("makes of facts alone the entries of receipts that came as another amount than was counted", async () => {
  const held = purchaseTo("TransactionPaid");
  held.held();
  held.decided(held.amount - 4_000);
  held.refund(held.amount - 4_000, "payout-failed");
  held.settled();
  const failed = purchaseTo("TransactionPaid");
  failed.payoutFailed();
  failed.refund(failed.amount, "payout-failed");
  failed.refundFailed();
  failed.decided(failed.amount + 2_000);
  failed.refund(failed.amount + 2_000, "payout-failed");
  failed.settled();
  const late = purchaseTo("TransactionCompleted");
  late.refund(7_000, "payment-duplicate", "another");
  late.refundFailed("another");
  late.decided(5_000, "another", francs(7_000));
  late.refund(5_000, "payment-duplicate", "another");
  late.settled("another");
  const out = purchaseTo("TransactionCompleted");
  out.decided(out.amount - 4_000);
  out.taken(4_000, true);
  out.taken(out.amount - 4_000);

  const twice = purchaseTo("TransactionCompleted");
  twice.decided(twice.amount - 4_000);
  twice.taken(4_000, true);
  twice.ended("recovered");
  twice.decided(twice.amount - 5_000, undefined, francs(twice.amount - 4_000));
  twice.taken(1_000, true);
  twice.taken(twice.amount - 5_000);
  twice.ended("written-off");
  const back = purchaseTo("TransactionPaid");
  back.payoutFailed();
  back.refund(back.amount, "payout-failed");
  back.settled();
  back.decided(back.amount - 4_000);
  back.taken(4_000, true);
  back.cameBack(back.amount);
  back.refund(back.amount - 4_000, "review");
  back.settled();
  const beside = purchaseTo("TransactionCompleted");
  beside.refund(7_000, "payment-duplicate", "another");
  beside.settled("another");
  beside.decided(2_000, "another", francs(7_000));
  beside.taken(5_000, true, "another");
  beside.cameBack(7_000, "another");

  const orders = [held, failed, late, out, twice, back, beside];
  await insertEvents(
    database,
    orders.flatMap(({ events }) => events),
  );
  const found = projectionSets.find(({ set }) => set.projections.includes("books"));
  await found?.set.rebuild({ database, names: ["books", "receivables"] });
  const encoding = { format: "parquet", compression: "zstd" } as const;
  const readers = [logReader(database, "transactions")];
  await exportEvents({ folder, encoding, selection: {}, readers });
  await duck.run(factViewsSql(folder, "Africa/Porto-Novo"));

  const stored = await database.query<object>(CompiledQuery.raw(storedSql));
  expect(stored.length).toBeGreaterThan(25);
  expect(await duck.rows(foldedSql)).toEqual(stored);
});
