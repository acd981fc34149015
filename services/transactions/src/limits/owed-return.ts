import type { TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Notes that money must go back; a second refund of the same money changes nothing. */
export function noteOwed(of: {
  readonly transactionId: TransactionId;
  readonly returnKey: string;
  /** Whether it is owed because the payout failed, and so only as long as that holds. */
  readonly isOfPayout: boolean;
}): Statement {
  return CompiledQuery.raw(
    `insert into owed_returns (transaction_id, return_key, is_of_payout) values ($1, $2, $3)
     on conflict (transaction_id, return_key) do nothing`,
    [of.transactionId, of.returnKey, of.isOfPayout],
  );
}

/** The money is back. */
export function forgetOwed(transactionId: TransactionId, returnKey: string): Statement {
  return CompiledQuery.raw(
    "delete from owed_returns where transaction_id = $1 and return_key = $2",
    [transactionId, returnKey],
  );
}

/** The payout arrived after all: nothing is owed because of it. */
export function forgetOwedOfPayout(transactionId: TransactionId): Statement {
  return CompiledQuery.raw("delete from owed_returns where transaction_id = $1 and is_of_payout", [
    transactionId,
  ]);
}
