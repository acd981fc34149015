import type { Instant } from "@sanu/kernel";
import type { EntryOf, JournalEntry, PaymentFailure, RefundFailure } from "../journal/entries.ts";

export interface NewPayment {
  readonly key: string;
  readonly amountXof: bigint;
  readonly payerNumber: string;
  readonly channel: string;
  readonly description: string;
  readonly returnUrl: string | null;
}

export interface Payment extends NewPayment {
  readonly id: string;
  readonly token: string;
  readonly createdAt: Instant;
  readonly failure: PaymentFailure | null;
  readonly failedAt: Instant | null;
  readonly receipts: readonly PaymentReceipt[];
}

export interface PaymentReceipt {
  readonly receiptId: string;
  readonly amountXof: bigint;
  readonly receivedAt: Instant | null;
  readonly reversedAt: Instant | null;
}

export interface Refund {
  readonly id: string;
  readonly key: string;
  readonly paymentId: string;
  readonly amountXof: bigint;
  readonly acceptedAt: Instant;
  /** What the payer got: all of it, where nobody said otherwise. */
  readonly arrivedXof: bigint;
  readonly status: "pending" | "settled" | "failed" | "reversed";
  readonly settledAt: Instant | null;
  readonly reversedAt: Instant | null;
  readonly failure: RefundFailure | null;
}

export type PaymentStatus = "pending" | "completed" | "reversed" | PaymentFailure;

/** Money that came in outweighs an earlier failure: that is what being paid late means. */
export function statusOf(payment: Payment): PaymentStatus {
  if (payment.receipts.some(({ reversedAt }) => reversedAt !== null)) return "reversed";
  if (payment.receipts.length > 0) return "completed";
  return payment.failure ?? "pending";
}

export interface PaymentBook {
  readonly apply: (entry: JournalEntry) => void;
  readonly findById: (id: string) => Payment | undefined;
  readonly findByKey: (key: string) => Payment | undefined;
  readonly findByToken: (token: string) => Payment | undefined;
  readonly findRefundByKey: (key: string) => Refund | undefined;
  readonly refundsOf: (paymentId: string) => readonly Refund[];
  readonly allRefunds: () => readonly Refund[];
  readonly all: () => readonly Payment[];
}

/** Empty at first; applying the journal from its start makes it whole again. */
export function createPaymentBook(): PaymentBook {
  const payments = new Map<string, Payment>();
  const idsByKey = new Map<string, string>();
  const idsByToken = new Map<string, string>();
  const refunds = new Map<string, Refund>();

  const change = (id: string, changed: (payment: Payment) => Partial<Payment>) => {
    const payment = payments.get(id);
    if (payment !== undefined) payments.set(id, { ...payment, ...changed(payment) });
  };

  return {
    apply(entry) {
      switch (entry.kind) {
        case "payment-created":
          payments.set(entry.paymentId, paymentOf(entry));
          idsByKey.set(entry.key, entry.paymentId);
          idsByToken.set(entry.token, entry.paymentId);
          break;
        case "money-received":
          change(entry.paymentId, ({ receipts }) => ({
            receipts: [...receipts, receiptOf(entry)],
          }));
          break;
        case "money-reversed":
        case "money-changed":
          change(entry.paymentId, ({ receipts }) => ({
            receipts: receipts.map((one) =>
              one.receiptId === entry.receiptId ? changedBy(entry, one) : one,
            ),
          }));
          break;
        case "payment-failed":
          change(entry.paymentId, () => ({ failure: entry.reason, failedAt: entry.at }));
          break;
        case "refund-accepted":
          refunds.set(entry.key, refundOf(entry));
          break;
        case "refund-settled": {
          const accepted = refunds.get(entry.key) ?? refundOf(entry);
          const arrivedXof = BigInt(entry.arrivedXof ?? entry.amountXof);
          const settled = { status: "settled", settledAt: entry.at, arrivedXof } as const;
          refunds.set(entry.key, { ...accepted, ...settled });
          break;
        }
        case "refund-reversed": {
          const settled = refunds.get(entry.key);
          if (settled === undefined) break;
          refunds.set(entry.key, { ...settled, status: "reversed", reversedAt: entry.at });
          break;
        }
        case "refund-failed": {
          const accepted = refunds.get(entry.key);
          if (accepted === undefined) break;
          refunds.set(entry.key, { ...accepted, status: "failed", failure: entry.reason });
          break;
        }
        default:
      }
    },
    findById: (id) => payments.get(id),
    findByKey: (key) => payments.get(idsByKey.get(key) ?? ""),
    findByToken: (token) => payments.get(idsByToken.get(token) ?? ""),
    findRefundByKey: (key) => refunds.get(key),
    refundsOf: (paymentId) =>
      [...refunds.values()].filter((refund) => refund.paymentId === paymentId),
    allRefunds: () => [...refunds.values()],
    all: () => [...payments.values()],
  };
}

function paymentOf(entry: EntryOf<"payment-created">): Payment {
  const { paymentId, key, payerNumber, channel, description, returnUrl, token, at } = entry;
  return {
    id: paymentId,
    key,
    amountXof: BigInt(entry.amountXof),
    payerNumber,
    channel,
    description,
    returnUrl,
    token,
    createdAt: at,
    failure: null,
    failedAt: null,
    receipts: [],
  };
}

function receiptOf(entry: EntryOf<"money-received">): PaymentReceipt {
  const { receiptId, amountXof, at, statedAt = at } = entry;
  return { receiptId, amountXof: BigInt(amountXof), receivedAt: statedAt, reversedAt: null };
}

function changedBy(
  entry: EntryOf<"money-reversed" | "money-changed">,
  receipt: PaymentReceipt,
): PaymentReceipt {
  return entry.kind === "money-reversed"
    ? { ...receipt, reversedAt: entry.at }
    : { ...receipt, amountXof: BigInt(entry.amountXof) };
}

function refundOf(entry: EntryOf<"refund-accepted" | "refund-settled">): Refund {
  const { refundId, key, paymentId, at } = entry;
  const amountXof = BigInt(entry.amountXof);
  const open = { status: "pending", settledAt: null, reversedAt: null, failure: null } as const;
  const amounts = { amountXof, arrivedXof: amountXof };
  return { id: refundId, key, paymentId, ...amounts, acceptedAt: at, ...open };
}
