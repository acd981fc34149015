import type { TransactionType } from "@sanu/contracts";
import type { AccountId, Sats, TransactionId, Xof, XofPerBtc } from "@sanu/kernel";
import { defineProjection } from "@sanu/platform";
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

/** What no row shows: it is in the timeline alone. */
const untold = [
  "TransactionPaymentLinked",
  "TransactionCancelRequested",
  "TransactionHoldRequested",
  "TransactionRefundRequested",
  "TransactionRefundSettled",
  "TransactionRefundFailed",
  "TransactionPaymentReversed",
  "TransactionPayoutReversed",
  "TransactionRefundReversed",
  "TransactionDebtSettled",
  "TransactionReceiptDecided",
] as const satisfies readonly TransactionEvent["type"][];
type Untold = (typeof untold)[number];
const untoldTypes: ReadonlySet<TransactionEvent["type"]> = new Set(untold);

/** What happens to a transaction once it is there, and can show in its row. */
export type LaterEvent = Exclude<TransactionEvent, EventOf<"TransactionCreated" | Untold>>;

/** A projection with one row for each transaction, made of its own events alone. */
export function rowPerTransaction<Row extends AgreedRow>(of: {
  readonly name: string;
  readonly columns: readonly (keyof Row & string)[];
  readonly created: (event: EventOf<"TransactionCreated">) => Row;
  /** The same row back means that nothing is written. */
  readonly changed: (row: Row, event: LaterEvent) => Row;
}) {
  const { name, columns, created, changed } = of;
  return defineProjection<TransactionEvent, Row>({
    name,
    table: `transaction_${name}`,
    scope: "own",
    keyColumns: ["transaction_id"],
    key: (event) => [event.transactionId],
    columns,
    apply(row, event) {
      if (event.type === "TransactionCreated") return created(event);
      return isUntold(event) ? row : row && changed(row, event);
    },
  });
}

function isUntold(event: TransactionEvent): event is EventOf<Untold> {
  return untoldTypes.has(event.type);
}
