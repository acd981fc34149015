import { type FactInput, FloatReported, type PayoutRail } from "@sanu/contracts";
import { type AccountId, type Instant, instant, instantOfEpochMs, newId } from "@sanu/kernel";
import type { RunningTransactions } from "../transactions.fixture.ts";
import { reportFloat } from "./float-statements.ts";

/** The one account of the tests on each rail that names no other. */
const testAccount = "sandbox/test";

/** What a float holds by a report; observed now unless it says otherwise. */
export interface TestReport {
  readonly rail: PayoutRail;
  readonly account?: string;
  readonly amount: bigint;
  readonly observedAt?: Instant;
  readonly channels?: string[] | null;
  readonly heldBack?: bigint;
}

/** The fact of it. */
export function floatFact(report: TestReport): FactInput<typeof FloatReported> {
  const { rail, account = testAccount, amount, channels = null } = report;
  const { observedAt = instantOfEpochMs(Date.now()) } = report;
  const available =
    rail === "disbursement"
      ? ({ currency: "XOF", amountXof: `${amount}` } as const)
      : ({ currency: "SATS", amountSats: `${amount}` } as const);
  return { rail, account, channels, available, observedAt };
}

/** Writes a report past the stream, as the reaction would. */
export async function insertReport(
  { database }: Pick<RunningTransactions, "database">,
  report: TestReport,
): Promise<void> {
  const fact = FloatReported.schema.parse(floatFact(report));
  await database.query(reportFloat(fact, report.heldBack ?? 0n));
}

/** An account that completed orders over a million francs, long ago: no part of a float is kept from it. */
export async function regular({
  rowsOf,
}: Pick<RunningTransactions, "rowsOf">): Promise<{ readonly accountId: AccountId }> {
  const accountId = newId<"AccountId">();
  await rowsOf("insert into allowances values ($1, '2020-01', 0, 1000000)", [accountId]);
  return { accountId };
}

interface FloatNow {
  readonly available: bigint;
  readonly heldBack: bigint;
  readonly free: bigint;
  readonly reserved: bigint;
  readonly unreported: bigint;
}

/** A float with all that is promised of it. */
export async function floatNow(
  { rowsOf }: Pick<RunningTransactions, "rowsOf">,
  rail: PayoutRail,
  account = testAccount,
): Promise<FloatNow> {
  const [row] = await rowsOf<FloatNow>(
    `select available, held_back as "heldBack",
       (select sum(free)::bigint from float_shares where float_id = $1) as free,
       (select coalesce(sum(amount), 0)::bigint from payout_reservations where float_id = $1) as reserved,
       (select coalesce(sum(amount), 0)::bigint from unreported_payouts where float_id = $1) as unreported
     from floats where float_id = $1`,
    [`${rail} ${account}`],
  );
  if (row === undefined) throw new Error(`Nothing is known of ${rail}`);
  return row;
}

/** A moment so many ticks behind the beginning of a test's own time. */
export function tick(ticks: number): Instant {
  const begin = Date.parse(instant("2026-11-21T07:00:00.000000Z"));
  return instantOfEpochMs(begin + ticks);
}
