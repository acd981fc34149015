import { createHash } from "node:crypto";
import { type Clock, epochMsOf, type Instant } from "@sanu/kernel";
import type { Journal } from "../journal/journal.ts";
import { type Delays, sandboxLimits } from "../limits.ts";
import type { Scheduler } from "../scheduler.ts";
import type { HoldBook, HoldInvoice } from "./hold-invoice.ts";
import { signInvoice } from "./invoice.ts";
import { invoiceBehaviourOf } from "./invoice-behaviour.ts";

export interface InvoiceOrder {
  readonly paymentHash: string;
  readonly amountSats: bigint;
  readonly description: string;
  readonly expiresAt: Instant;
}

/** How a wallet pays: more than asked for, or with little time left, as real payers may. */
export interface InvoicePayment {
  readonly amountSats?: bigint;
  readonly blocks?: number;
}

/** Receiving over Lightning: nothing is the merchant's until it is captured, and a hash is paid once. */
export interface HoldInvoices {
  /** The same hash again is the same invoice. */
  readonly open: (order: InvoiceOrder) => {
    readonly invoice: HoldInvoice;
    readonly isDuplicate: boolean;
  };
  /** A wallet pays; false where the node does not take it. */
  readonly pay: (paymentHash: string, payment?: InvoicePayment) => boolean;
  /** Takes held money; `undefined` where no invoice has this preimage, and unchanged where none is held. */
  readonly capture: (preimage: string) => HoldInvoice | undefined;
  /** Lets the money go back, or closes an unpaid invoice; captured money stays. */
  readonly cancel: (paymentHash: string) => HoldInvoice | undefined;
  /** Sets the clocks of open and held invoices again after a restart. */
  readonly resume: () => void;
}

interface HoldParts {
  readonly journal: Journal;
  readonly book: HoldBook;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly delays: Delays;
}

type CancelReason = "cancelled" | "expired" | "timed-out";

export function createHoldInvoices(parts: HoldParts): HoldInvoices {
  const { journal, book } = parts;
  const end = (paymentHash: string, reason: CancelReason, from: readonly string[]): void => {
    const status = book.find(paymentHash)?.status;
    if (status === undefined || !from.includes(status)) return;
    journal.record({ kind: "invoice-cancelled", paymentHash, reason });
  };
  const pay = (paymentHash: string, payment: InvoicePayment = {}): boolean => {
    const invoice = book.find(paymentHash);
    if (invoice === undefined || !isPayable(invoice, payment)) return false;
    const { blocks = sandboxLimits.holdBlocks, amountSats = invoice.amountSats } = payment;
    const amount = amountSats.toString();
    journal.record({ kind: "invoice-held", paymentHash, amountSats: amount, blocks });
    watchHeld(parts, invoice, () => end(paymentHash, "timed-out", ["held"]));
    return true;
  };
  const arrange = (invoice: HoldInvoice): void => {
    const { paymentHash } = invoice;
    if (invoice.status === "open") {
      arrangePayer(parts, invoice, () => void pay(paymentHash));
      const leftMs = epochMsOf(invoice.expiresAt) - epochMsOf(parts.clock.now());
      const closeMs = Math.min(Math.max(0, leftMs), sandboxLimits.timerMsMax);
      parts.scheduler.after(closeMs, () => end(paymentHash, "expired", ["open"]));
    }
    if (invoice.status === "held") {
      watchHeld(parts, invoice, () => end(paymentHash, "timed-out", ["held"]));
    }
  };
  return {
    open(order) {
      const known = book.find(order.paymentHash);
      if (known !== undefined) return { invoice: known, isDuplicate: true };
      journal.record(openedEntry(parts, order));
      arrange(found(book, order.paymentHash));
      return { invoice: found(book, order.paymentHash), isDuplicate: false };
    },
    pay,
    capture(preimage) {
      const paymentHash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");
      const { status, held } = book.find(paymentHash) ?? {};
      if (status === "held" && held !== null && held !== undefined) {
        const amountSats = held.amountSats.toString();
        journal.record({ kind: "invoice-captured", paymentHash, amountSats });
      }
      return book.find(paymentHash);
    },
    cancel(paymentHash) {
      end(paymentHash, "cancelled", ["open", "held"]);
      return book.find(paymentHash);
    },
    resume() {
      for (const invoice of book.all()) arrange(invoice);
    },
  };
}

function openedEntry({ clock }: HoldParts, order: InvoiceOrder) {
  const { paymentHash, amountSats, description, expiresAt } = order;
  const nowMs = epochMsOf(clock.now());
  const invoice = signInvoice({
    paymentHash: Buffer.from(paymentHash, "hex"),
    amountMsat: amountSats * 1_000n,
    description,
    createdSeconds: Math.floor(nowMs / 1_000),
    expirySeconds: Math.max(1, Math.ceil((epochMsOf(expiresAt) - nowMs) / 1_000)),
  });
  const amount = amountSats.toString();
  return { kind: "invoice-opened", paymentHash, invoice, amountSats: amount, expiresAt } as const;
}

/** Like real nodes: never less than asked for, and not more than twice as much. */
function isPayable(invoice: HoldInvoice, { amountSats = invoice.amountSats }: InvoicePayment) {
  if (invoice.status !== "open") return false;
  if (invoiceBehaviourOf(invoice.amountSats) === "is-never-paid") return false;
  return amountSats >= invoice.amountSats && amountSats <= invoice.amountSats * 2n;
}

function arrangePayer(
  { scheduler, delays }: HoldParts,
  { amountSats }: HoldInvoice,
  pay: () => void,
): void {
  switch (invoiceBehaviourOf(amountSats)) {
    case "is-paid-at-once":
    case "is-paid-and-times-out":
    case "is-paid-and-its-capture-is-not-answered":
      return pay();
    case "is-paid-slowly":
      return scheduler.after(delays.slowMs, pay);
    case "is-never-paid":
    case "waits-for-its-payer":
      return undefined;
  }
}

/** Money that is held for too long goes back by itself, before the payer could force it. */
function watchHeld(
  { scheduler, delays }: HoldParts,
  { amountSats }: HoldInvoice,
  timeOut: () => void,
): void {
  const isShort = invoiceBehaviourOf(amountSats) === "is-paid-and-times-out";
  scheduler.after(isShort ? delays.shortHoldMs : delays.holdMs, timeOut);
}

function found(book: HoldBook, paymentHash: string): HoldInvoice {
  const invoice = book.find(paymentHash);
  if (invoice === undefined) throw new Error("An invoice that was just opened is not there");
  return invoice;
}
