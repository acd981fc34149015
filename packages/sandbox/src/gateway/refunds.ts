import { randomUUID } from "node:crypto";
import { epochMsOf } from "@sanu/kernel";
import type { EntryOf } from "../journal/entries.ts";
import type { SimulatorParts } from "../simulator-parts.ts";
import type { PaymentBook, Refund } from "./payment.ts";
import { refundBehaviourOf } from "./refund-behaviour.ts";

export interface NewRefund {
  readonly key: string;
  readonly paymentId: string;
  readonly amountXof: bigint;
}

export type RefundResponse =
  | { readonly kind: "refund"; readonly refund: Refund; readonly isDuplicate: boolean }
  /** There is not that much to return. */
  | { readonly kind: "not-refundable" }
  /** The payer's wallet does not take it, for example because it is full. */
  | { readonly kind: "wallet-refused" };

/** Sends money back to the payer. The same key again is the same refund. */
export interface Refunds {
  readonly make: (order: NewRefund) => RefundResponse;
  /** From now on a payer gets so much more, or less, than what was ordered; 0 is what a gateway should do. */
  readonly setDifferenceXof: (differenceXof: bigint) => void;
  /** Sets the clocks of refunds that are under way again after a restart. */
  readonly resume: () => void;
}

interface RefundParts extends SimulatorParts<PaymentBook> {
  readonly differenceXof: () => bigint;
}

export function createRefunds(given: SimulatorParts<PaymentBook>): Refunds {
  let differenceXof = 0n;
  const parts: RefundParts = { ...given, differenceXof: () => differenceXof };
  const { book } = parts;
  return {
    setDifferenceXof(value) {
      differenceXof = value;
    },
    make(order) {
      const known = book.findRefundByKey(order.key);
      if (known !== undefined) return { kind: "refund", refund: known, isDuplicate: true };
      if (order.amountXof > refundableXof(book, order.paymentId)) return { kind: "not-refundable" };
      if (behaviourOf(parts, order.paymentId) === "is-refused") return { kind: "wallet-refused" };
      return { kind: "refund", refund: begin(parts, order), isDuplicate: false };
    },
    resume() {
      for (const refund of book.allRefunds()) if (refund.status === "pending") end(parts, refund);
    },
  };
}

function refundableXof(book: PaymentBook, paymentId: string): bigint {
  const received = book.findById(paymentId)?.receipts ?? [];
  const refunded = book
    .refundsOf(paymentId)
    .filter(({ status }) => status !== "failed" && status !== "reversed");
  return sumOf(received.filter(({ reversedAt }) => reversedAt === null)) - sumOf(refunded);
}

function behaviourOf({ book }: RefundParts, paymentId: string) {
  return refundBehaviourOf(book.findById(paymentId)?.payerNumber ?? "");
}

function begin(parts: RefundParts, { key, paymentId, amountXof }: NewRefund): Refund {
  const { journal, book } = parts;
  const ids = { refundId: randomUUID(), key, paymentId };
  const refund = { ...ids, amountXof: amountXof.toString() };
  const behaviour = behaviourOf(parts, paymentId);
  const isRepeated = book.refundsOf(paymentId).length > 0;
  if (behaviour === "settles-at-once" || (behaviour === "is-refused-later" && isRepeated)) {
    settle(parts, refund);
    return made(book, key);
  }
  journal.record({ kind: "refund-accepted", ...refund });
  end(parts, made(book, key));
  return made(book, key);
}

function end(parts: RefundParts, { id: refundId, key, paymentId, acceptedAt }: Refund): void {
  const { journal, book, scheduler, delays, clock } = parts;
  const ageMs = epochMsOf(clock.now()) - epochMsOf(acceptedAt);
  scheduler.after(Math.max(0, delays.slowMs - ageMs), () => {
    const { status, amountXof } = made(book, key);
    if (status !== "pending") return;
    const refund = { refundId, key, paymentId, amountXof: amountXof.toString() };
    if (behaviourOf(parts, paymentId) !== "is-refused-later") {
      return settle(parts, refund);
    }
    journal.record({ kind: "refund-failed", refundId, key, reason: "wallet_refused" });
  });
}

function settle(
  { journal, differenceXof }: RefundParts,
  refund: Omit<EntryOf<"refund-settled">, "kind" | "seq" | "at" | "arrivedXof">,
): void {
  const difference = differenceXof();
  const arrived = (BigInt(refund.amountXof) + difference).toString();
  const otherwise = difference === 0n ? {} : { arrivedXof: arrived };
  journal.record({ kind: "refund-settled", ...refund, ...otherwise });
}

function made(book: PaymentBook, key: string): Refund {
  const refund = book.findRefundByKey(key);
  if (refund === undefined) throw new Error("A refund that was just begun is not there");
  return refund;
}

function sumOf(parts: readonly { readonly amountXof: bigint }[]): bigint {
  return parts.reduce((sum, { amountXof }) => sum + amountXof, 0n);
}
