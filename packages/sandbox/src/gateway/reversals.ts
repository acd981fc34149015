import type { Journal } from "../journal/journal.ts";
import type { Callbacks } from "./callbacks.ts";
import { type DisbursementBook, disbursementStatusOf } from "./disbursement.ts";
import type { Payment, PaymentBook, Refund } from "./payment.ts";

export type ReversalResponse = "reversed" | "not-found" | "not-reversible";

/** The gateway changes its word: what had come in is taken back, what had gone out is back. Each once. */
export interface Reversals {
  /** By the key of a payment, a refund or a disbursement; of a payment the newest receipt that stands. */
  readonly reverse: (key: string, receiptId?: string) => ReversalResponse;
  /** By the key of a payment: its newest receipt that stands is of another amount from now on, under its name. */
  readonly changeAmount: (key: string, amountXof: bigint) => "changed" | "not-found";
}

interface ReversalParts {
  readonly journal: Journal;
  readonly payments: PaymentBook;
  readonly disbursements: DisbursementBook;
  readonly callbacks: Pick<Callbacks, "send" | "sendAbout">;
}

export function createReversals(parts: ReversalParts): Reversals {
  const { payments, disbursements } = parts;
  return {
    reverse(key, receiptId) {
      const payment = payments.findByKey(key);
      if (payment !== undefined) return reversePayment(parts, payment, receiptId);
      const refund = payments.findRefundByKey(key);
      if (refund !== undefined) return reverseRefund(parts, refund);
      return disbursements.findByKey(key) === undefined
        ? "not-found"
        : reverseDisbursement(parts, key);
    },
    changeAmount(key, amountXof) {
      const payment = payments.findByKey(key);
      const receipt = payment && standingOf(payment).at(-1);
      if (payment === undefined || receipt === undefined) return "not-found";
      const { receiptId } = receipt;
      const beforeXof = receipt.amountXof.toString();
      const amounts = { beforeXof, amountXof: amountXof.toString() };
      const { id: paymentId } = payment;
      parts.journal.record({ kind: "money-changed", paymentId, key, receiptId, ...amounts });
      const now = payments.findById(paymentId);
      if (now !== undefined) parts.callbacks.send(now);
      return "changed";
    },
  };
}

function standingOf({ receipts }: Payment) {
  return receipts.filter(({ reversedAt }) => reversedAt === null);
}

function reversePayment(
  { journal, payments, callbacks }: ReversalParts,
  payment: Payment,
  receiptId?: string,
): ReversalResponse {
  const { id: paymentId, key } = payment;
  const standing = standingOf(payment);
  const wanted = receiptId ?? standing.at(-1)?.receiptId;
  const receipt = standing.find((one) => one.receiptId === wanted);
  if (receipt === undefined) return "not-reversible";
  const amountXof = receipt.amountXof.toString();
  const { receiptId: reversed } = receipt;
  journal.record({ kind: "money-reversed", paymentId, key, receiptId: reversed, amountXof });
  const now = payments.findById(paymentId);
  if (now !== undefined) callbacks.send(now);
  return "reversed";
}

function reverseRefund(
  { journal, callbacks }: ReversalParts,
  { id: refundId, key, status, arrivedXof }: Refund,
): ReversalResponse {
  if (status !== "settled") return "not-reversible";
  journal.record({ kind: "refund-reversed", refundId, key, amountXof: arrivedXof.toString() });
  callbacks.sendAbout({ kind: "refund", status: "reversed", id: refundId, key });
  return "reversed";
}

function reverseDisbursement(
  { journal, disbursements, callbacks }: ReversalParts,
  key: string,
): ReversalResponse {
  const one = disbursements.findByKey(key);
  if (one === undefined || disbursementStatusOf(one) !== "settled") return "not-reversible";
  const { id: disbursementId, amountXof } = one;
  const amount = amountXof.toString();
  journal.record({ kind: "disbursement-reversed", disbursementId, key, amountXof: amount });
  callbacks.sendAbout({ kind: "disbursement", status: "reversed", id: disbursementId, key });
  return "reversed";
}
