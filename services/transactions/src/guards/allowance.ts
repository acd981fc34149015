import type { AccountId, Xof } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

export const allowanceConstraints = {
  monthlyLimit: "allowances_limit",
  openTransactions: "open_transactions_max",
  /** Identity has not published yet what the person's tier allows. */
  limitKnown: "tier_limits_known",
} as const;

interface OfMonth {
  readonly accountId: AccountId;
  readonly month: string;
  readonly amountXof: Xof;
}

/** A transaction completed: what it reserved is used for good. */
export function consumeAllowance(of: OfMonth): Statement {
  return endReservation(of, of.amountXof);
}

/** A transaction failed: what it reserved is free again, in the month it was ordered in. */
export function releaseAllowance(of: OfMonth): Statement {
  return endReservation(of, 0n);
}

function endReservation(of: OfMonth, spentXof: bigint): Statement {
  return CompiledQuery.raw("select end_reservation($1, $2, $3, $4)", [
    of.accountId,
    of.month,
    of.amountXof,
    spentXof,
  ]);
}
