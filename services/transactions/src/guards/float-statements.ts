import { amountOf, type FactData, type FloatReported } from "@sanu/contracts";
import type { Instant, PayoutId, TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { PayoutNeed } from "./payout-need.ts";

/** Why an order finds nothing to reserve: no float pays its channel, it is not known well enough, it fails, or it is promised. */
const floatConstraints = {
  known: "floats_known",
  fresh: "floats_fresh",
  open: "floats_open",
  available: "floats_available",
} as const;

export function isFloatConstraint(constraint: string): boolean {
  return Object.values<string>(floatConstraints).includes(constraint);
}

/** Whoever has a share of a float waits for nobody; where several leave as one, a moment for shares of others. */
function last(text: string, values: readonly unknown[]): Statement {
  return { ...CompiledQuery.raw(text, [...values]), isLast: true };
}

/** Which payout of a transaction: its own, or one that sends a receipt back. */
export type PayoutLeg = "payout" | `refund ${string}`;

/** Reserves what an order will pay out, or refuses the whole append: over all orders, and also when many run at once. */
export function reservePayout(
  transactionId: TransactionId,
  need: PayoutNeed,
  staleAfterMs: number,
): Statement {
  const { rail, channel, amount } = need;
  const staleSeconds = staleAfterMs / 1_000;
  const values = [transactionId, rail, channel, amount, staleSeconds];
  return last("select reserve_payout($1, $2, $3, $4, $5)", values);
}

/** We owe it already: it is promised whether it is there or not. */
export function reserveRefund(
  transactionId: TransactionId,
  leg: PayoutLeg,
  { rail, amount }: PayoutNeed,
): Statement {
  const values = [transactionId, leg, rail, amount];
  return last("select reserve_refund($1, $2, $3, $4)", values);
}

/** Nothing went out. `hasFailed`: because the rail could not. */
export function releasePayout(
  transactionId: TransactionId,
  leg: PayoutLeg,
  hasFailed = false,
): Statement {
  const values = [transactionId, leg, hasFailed ? 1 : 0];
  return last("select release_payout($1, $2, $3)", values);
}

const failedBefore = (name: "account_id" | "number" | "receiver") => `
exists (select from own join failed_payouts as other using (${name})
  where other.subject_id <> own.subject_id and other.failed_at > clock_timestamp() - make_interval(secs => $4))`;

const releaseFailedText = `
with own as (select * from failed_payouts where subject_id = $3)
select release_payout($1, $2, case when ${failedBefore("account_id")}
  or ${failedBefore("number")} or ${failedBefore("receiver")} then 0 else 1 end)`;

/**
 * Nothing went out, because the rail could not: counted against it, unless a payout of the same account, number or receiver failed
 * within the window. A node that nobody can reach looks like a rail that reaches nobody, and whoever orders there can do so often.
 */
export function releaseFailedPayout(
  transactionId: TransactionId,
  { payoutId, windowMs }: { readonly payoutId: PayoutId; readonly windowMs: number },
): Statement {
  return last(releaseFailedText, [transactionId, "payout", payoutId, windowMs / 1_000]);
}

/** It went out before the moment, by the clock of payouts' database. */
export function settlePayout(
  transactionId: TransactionId,
  leg: PayoutLeg,
  settledAt: Instant,
): Statement {
  const values = [transactionId, leg, settledAt];
  return last("select settle_payout($1, $2, $3)", values);
}

export function floatIdOf({
  rail,
  account,
}: Pick<FactData<typeof FloatReported>, "rail" | "account">): string {
  return `${rail} ${account}`;
}

/** A float holds so much, unless a report that was observed later is known. */
export function reportFloat(report: FactData<typeof FloatReported>, heldBack: bigint): Statement {
  const { rail, account, channels, available, observedAt } = report;
  return CompiledQuery.raw("select report_float($1, $2, $3, $4, $5, $6, $7, $8)", [
    floatIdOf(report),
    rail,
    account,
    channels,
    available.currency,
    amountOf(available),
    heldBack,
    observedAt,
  ]);
}

/** `stands`, `short` where less is there than was promised before, or `none`. */
export function findReservationState(transactionId: TransactionId): Statement {
  return CompiledQuery.raw("select reservation_state($1) as state", [transactionId]);
}
