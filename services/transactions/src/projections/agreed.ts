import type { TransactionType } from "@sanu/contracts";
import type { AccountId, Sats, TransactionId, Xof, XofPerBtc } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "../transaction/events.ts";

/** What was agreed when a transaction was created, in every row that shows one. It never changes. */
export interface AgreedRow {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly reference: string;
  readonly transaction_type: TransactionType;
  readonly amount_xof: Xof;
  readonly amount_sats: Sats;
  readonly rate_xof_per_btc: XofPerBtc;
}

export const agreedColumns = [
  "transaction_id",
  "account_id",
  "reference",
  "transaction_type",
  "amount_xof",
  "amount_sats",
  "rate_xof_per_btc",
] as const satisfies readonly (keyof AgreedRow)[];

export function agreedIn(event: EventOf<"TransactionCreated">): AgreedRow {
  return {
    transaction_id: event.transactionId,
    account_id: event.accountId,
    reference: event.reference,
    transaction_type: event.transactionType,
    amount_xof: event.amountXof,
    amount_sats: event.amountSats,
    rate_xof_per_btc: event.rateXofPerBtc,
  };
}

/** A projection with one row for each transaction, made of its own events alone. */
export const rowPerTransaction = {
  scope: "own",
  keyColumns: ["transaction_id"],
  key: (event: TransactionEvent) => [event.transactionId],
} as const;
