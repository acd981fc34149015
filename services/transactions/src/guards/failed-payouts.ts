import type { AccountId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { TransactionEvent } from "../transaction/events.ts";
import type { Order } from "../transaction/state.ts";

export const failureLimits = {
  /** A failed payout or refund counts for so long. */
  windowMs: 86_400_000,
} as const;

/** The constraint that an order breaks behind too many failures. */
export const failureConstraint = "failed_payouts_max";

/** How many may fail within the window; 0 counts none. */
export interface FailuresMax {
  readonly account: number;
  readonly number: number;
  readonly receiver: number;
}

/** Refuses the append of an order whose account, number or receiver has failed too often. */
export function refuseAfterFailures(of: {
  readonly accountId: AccountId;
  readonly number: string;
  readonly receiver: string | null;
  readonly max: FailuresMax;
}): readonly Statement[] {
  const { max } = of;
  if (max.account === 0 && max.number === 0 && max.receiver === 0) return [];
  const text = "select refuse_after_failures($1, $2, $3, $4, $5, $6, $7)";
  const limits = [max.account, max.number, max.receiver, failureLimits.windowMs / 1_000];
  return [CompiledQuery.raw(text, [of.accountId, of.number, of.receiver, ...limits])];
}

/** Under the names by which orders are compared, which an erasure leaves. */
const insertText = `
insert into failed_payouts (subject_id, transaction_id, account_id, number, receiver)
select $1, transaction_id, transaction_list.account_id, substr(named.subject, 8), named.receiver
from order_persons as named join transaction_list using (transaction_id)
where transaction_id = $2 and named.subject like 'number %'
on conflict (subject_id) do nothing`;

/** Counts what failed because of where it was to go, once, whoever tells it and however often. */
export function countFailure(event: TransactionEvent, order: Order): Statement[] {
  const failed = failedBy(event, order);
  if (failed === undefined) return [];
  return [CompiledQuery.raw(insertText, [failed, order.transactionId])];
}

function failedBy(event: TransactionEvent, { transactionType }: Order): string | undefined {
  switch (event.type) {
    case "TransactionPayoutFailed": {
      if (event.uncounted !== undefined) return undefined;
      // A closed channel and an empty float are not the customer's doing.
      const isOurs = event.reason === "no-route" && transactionType === "SELL_BITCOIN";
      return isOurs ? undefined : event.payoutId;
    }
    case "TransactionRefundFailed":
      // We refused it ourselves, or could not pay it.
      return event.reason === "not-refundable" || event.uncounted !== undefined
        ? undefined
        : event.refundId;
    default:
      return undefined;
  }
}
