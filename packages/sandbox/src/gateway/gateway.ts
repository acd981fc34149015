import { randomBytes, randomUUID } from "node:crypto";
import { type Clock, epochMsOf, type Instant } from "@sanu/kernel";
import type { PaymentFailure } from "../journal/entries.ts";
import type { Journal } from "../journal/journal.ts";
import type { Delays } from "../limits.ts";
import type { Scheduler } from "../scheduler.ts";
import type { Callbacks } from "./callbacks.ts";
import { payerBehaviourOf } from "./payer-behaviour.ts";
import { type NewPayment, type Payment, type PaymentBook, statusOf } from "./payment.ts";

/** A mobile-money gateway: takes orders to collect, shows a payment page, tells the merchant. */
export interface Gateway {
  /** The same key again is the same payment. */
  readonly create: (order: NewPayment) => {
    readonly payment: Payment;
    readonly isDuplicate: boolean;
  };
  /** Money arrives; another amount, a second time and another moment are for tests of what should not happen. */
  readonly receive: (payment: Payment, amountXof?: bigint, statedAt?: Instant | null) => void;
  readonly fail: (payment: Payment, reason: PaymentFailure) => void;
  /** Sets the clocks of open payments again after a restart. */
  readonly resume: () => void;
}

interface GatewayParts {
  readonly journal: Journal;
  readonly book: PaymentBook;
  readonly callbacks: Callbacks;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly delays: Delays;
}

export function createGateway(parts: GatewayParts): Gateway {
  const { journal, book, callbacks } = parts;

  const notify = (id: string) => {
    const payment = book.findById(id);
    if (payment === undefined) return;
    const behaviour = payerBehaviourOf(payment.payerNumber);
    if (behaviour === "is-never-answered") return;
    callbacks.send(payment, behaviour === "is-answered-twice" ? 2 : 1);
  };

  const gateway: Gateway = {
    create(order) {
      const known = book.findByKey(order.key);
      if (known !== undefined) return { payment: known, isDuplicate: true };
      const paymentId = randomUUID();
      const token = randomBytes(16).toString("base64url");
      const { amountXof, ...rest } = order;
      const amount = amountXof.toString();
      journal.record({ kind: "payment-created", paymentId, token, ...rest, amountXof: amount });
      const created = getPayment(book, paymentId);
      arrange(parts, gateway, created);
      return { payment: getPayment(book, paymentId), isDuplicate: false };
    },
    receive(payment, amountXof = payment.amountXof, statedAt) {
      const { id, key } = payment;
      const receiptId = randomUUID();
      const amount = amountXof.toString();
      const stated = statedAt === undefined ? {} : { statedAt };
      const receipt = { paymentId: id, key, receiptId, amountXof: amount, ...stated };
      journal.record({ kind: "money-received", ...receipt });
      notify(id);
    },
    fail({ id, key }, reason) {
      const payment = getPayment(book, id);
      if (statusOf(payment) !== "pending" || !isClosable(payment, reason)) return;
      journal.record({ kind: "payment-failed", paymentId: id, key, reason });
      if (payerBehaviourOf(payment.payerNumber) === "pays-after-expiry")
        payLate(parts, gateway, id);
      notify(id);
    },
    resume() {
      for (const payment of book.all()) resume(parts, gateway, payment);
    },
  };
  return gateway;
}

/** Some orders stay open whatever the merchant wants and however old they are; their payer can decline them. */
function isClosable({ payerNumber }: Payment, reason: PaymentFailure): boolean {
  return reason === "declined" || payerBehaviourOf(payerNumber) !== "is-never-closed";
}

function getPayment(book: PaymentBook, id: string): Payment {
  const payment = book.findById(id);
  if (payment === undefined) throw new Error(`No payment ${id}`);
  return payment;
}

/** Sets in motion what the payer will do. */
function arrange(parts: GatewayParts, gateway: Gateway, payment: Payment): void {
  const { scheduler, delays, book } = parts;
  const ageMs = epochMsOf(parts.clock.now()) - epochMsOf(payment.createdAt);
  const payOnce = () => {
    if (statusOf(getPayment(book, payment.id)) === "pending") gateway.receive(payment);
  };
  switch (payerBehaviourOf(payment.payerNumber)) {
    case "pays-at-once":
    case "is-answered-twice":
      return payOnce();
    case "pays-slowly":
      return scheduler.after(Math.max(0, delays.slowMs - ageMs), payOnce);
    case "declines":
      return gateway.fail(payment, "declined");
    case "has-too-little":
      return gateway.fail(payment, "insufficient_funds");
    case "is-never-answered":
    case "is-never-closed":
      return undefined;
    case "pays-after-expiry":
    case "uses-the-page":
      return scheduler.after(Math.max(0, delays.expireMs - ageMs), () =>
        gateway.fail(payment, "expired"),
      );
  }
}

function payLate({ scheduler, delays, book }: GatewayParts, gateway: Gateway, id: string): void {
  scheduler.after(delays.lateMs, () => {
    const payment = getPayment(book, id);
    if (payment.receipts.length === 0) gateway.receive(payment);
  });
}

function resume(parts: GatewayParts, gateway: Gateway, payment: Payment): void {
  if (statusOf(payment) === "pending") return arrange(parts, gateway, payment);
  const paysLate = payerBehaviourOf(payment.payerNumber) === "pays-after-expiry";
  if (paysLate && payment.receipts.length === 0) payLate(parts, gateway, payment.id);
}
