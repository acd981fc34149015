import { epochMsOf } from "@sanu/kernel";
import type { SendFailure } from "../journal/entries.ts";
import type { SimulatorParts } from "../simulator-parts.ts";
import type { HoldBook } from "./hold-invoice.ts";
import { INVOICE_EXPIRY_SECONDS, issueInvoice, paymentHashOf } from "./invoice.ts";
import { receiverBehaviourOf } from "./receiver-behaviour.ts";
import { type Send, type SendBook, sendStatusOf } from "./send.ts";
import { buildTransaction, CHAIN_FEE_SATS, txidOf } from "./transaction.ts";
import type { Wallet } from "./wallet.ts";

export type NodeResponse =
  | { readonly kind: "send"; readonly send: Send; readonly isRepeated: boolean }
  /** The node has it, but the caller never hears so. */
  | { readonly kind: "silence"; readonly how: "hang" | "reset" }
  | { readonly kind: "not-found" }
  | { readonly kind: "unusable" };

export type BuildResponse =
  | { readonly kind: "built"; readonly txid: string }
  | { readonly kind: "unusable" | "insufficient-balance" };

/** A Lightning node with a wallet. It pays a payment hash and a transaction once, however often it is told to. */
export interface BitcoinNode {
  readonly issueInvoice: (destination: string, amountSats: bigint) => { readonly invoice: string };
  readonly pay: (order: {
    readonly invoice: string;
    readonly amountSats: bigint;
    readonly feeLimitSats: bigint;
  }) => NodeResponse;
  readonly build: (address: string, amountSats: bigint) => BuildResponse;
  readonly broadcast: (rawTransaction: string) => NodeResponse;
  readonly track: (id: string) => NodeResponse;
  /** Sets the clocks of open sends again after a restart. */
  readonly resume: () => void;
}

interface NodeParts extends SimulatorParts<SendBook> {
  readonly holdBook: HoldBook;
  readonly wallet: Wallet;
}

export function createNode(parts: NodeParts): BitcoinNode {
  const { journal, book, clock } = parts;
  const track = (id: string): NodeResponse => {
    const send = book.find(id);
    if (send === undefined || isLost(parts, send)) return { kind: "not-found" };
    return { kind: "send", send, isRepeated: false };
  };
  return {
    issueInvoice(destination, amountSats) {
      const createdSeconds = Math.floor(epochMsOf(clock.now()) / 1_000);
      const { text, paymentHash, preimage } = issueInvoice(amountSats, createdSeconds);
      const amount = amountSats.toString();
      const issued = { paymentHash, preimage, invoice: text, destination, amountSats: amount };
      journal.record({ kind: "invoice-issued", ...issued });
      return { invoice: text };
    },
    pay: (order) => pay(parts, order),
    build(address, amountSats) {
      const built = buildTransaction(address, amountSats);
      if (built === null) return { kind: "unusable" };
      if (amountSats + CHAIN_FEE_SATS > parts.wallet.confirmedSats()) {
        return { kind: "insufficient-balance" };
      }
      const amounts = { amountSats: amountSats.toString(), feeSats: CHAIN_FEE_SATS.toString() };
      journal.record({ kind: "transaction-built", ...built, address, ...amounts });
      return { kind: "built", txid: built.txid };
    },
    broadcast: (rawTransaction) => broadcast(parts, rawTransaction),
    track,
    resume() {
      for (const send of book.all()) if (sendStatusOf(send) === "in_flight") carryOut(parts, send);
    },
  };
}

function pay(parts: NodeParts, order: Parameters<BitcoinNode["pay"]>[0]): NodeResponse {
  const { journal, book } = parts;
  const sendId = paymentHashOf(order.invoice);
  // Like most nodes it does not pay itself.
  if (sendId === null || parts.holdBook.find(sendId) !== undefined) return { kind: "unusable" };
  if (book.find(sendId) !== undefined) return responseTo(parts, sendId, true);
  const issued = book.findInvoice(sendId);
  const amountSats = order.amountSats;
  if (issued !== undefined && BigInt(issued.amountSats) !== amountSats) return { kind: "unusable" };

  const behaviour = receiverBehaviourOf(issued?.destination ?? "");
  const feeSats = behaviour === "costs-all-it-may" ? order.feeLimitSats : wayOf(amountSats);
  const amounts = { amountSats: amountSats.toString(), feeSats: feeSats.toString() };
  const canPay = amountSats + feeSats <= parts.wallet.outboundSats();
  journal.record({ kind: "send-accepted", sendId, rail: "lightning", ...amounts, behaviour });
  const refusal = refusalOf(parts, {
    canPay,
    issuedAt: issued?.at,
    feeSats,
    limit: order.feeLimitSats,
  });
  if (refusal === null) start(parts, sendId);
  else journal.record({ kind: "send-failed", sendId, reason: refusal });
  return responseTo(parts, sendId, false);
}

/** A thousandth, at least one satoshi. */
function wayOf(amountSats: bigint): bigint {
  return amountSats < 1_000n ? 1n : amountSats / 1_000n;
}

function refusalOf(
  { clock }: NodeParts,
  order: {
    readonly canPay: boolean;
    readonly issuedAt: string | undefined;
    readonly feeSats: bigint;
    readonly limit: bigint;
  },
): SendFailure | null {
  const ageMs =
    order.issuedAt === undefined ? 0 : epochMsOf(clock.now()) - Date.parse(order.issuedAt);
  if (ageMs >= INVOICE_EXPIRY_SECONDS * 1_000) return "invoice_expired";
  return order.feeSats > order.limit || !order.canPay ? "no_route" : null;
}

function broadcast(parts: NodeParts, rawTransaction: string): NodeResponse {
  const { journal, book } = parts;
  const sendId = txidOf(rawTransaction);
  const built = sendId === null ? undefined : book.findTransaction(sendId);
  if (sendId === null || built === undefined) return { kind: "unusable" };
  if (book.find(sendId) !== undefined) return responseTo(parts, sendId, true);
  const { amountSats, feeSats } = built;
  const behaviour = "settles-at-once";
  const canPay = BigInt(amountSats) + BigInt(feeSats) <= parts.wallet.confirmedSats();
  journal.record({ kind: "send-accepted", sendId, rail: "chain", amountSats, feeSats, behaviour });
  if (canPay) start(parts, sendId);
  else journal.record({ kind: "send-failed", sendId, reason: "no_route" });
  return responseTo(parts, sendId, false);
}

function responseTo(parts: NodeParts, sendId: string, isRepeated: boolean): NodeResponse {
  const send = parts.book.find(sendId);
  if (send === undefined) return { kind: "not-found" };
  if (isLost(parts, send)) return { kind: "silence", how: "reset" };
  const hangs = send.behaviour.startsWith("hangs") && !isRepeated;
  return hangs ? { kind: "silence", how: "hang" } : { kind: "send", send, isRepeated };
}

/** What has ended is found: its timer may fire before the clock has come as far. */
function isLost({ clock, delays }: NodeParts, send: Send): boolean {
  const ageMs = epochMsOf(clock.now()) - epochMsOf(send.acceptedAt);
  const isHidden = send.behaviour === "is-lost-for-a-while" && sendStatusOf(send) === "in_flight";
  return isHidden && ageMs < delays.notFoundMs;
}

function start(parts: NodeParts, sendId: string): void {
  const send = parts.book.find(sendId);
  if (send !== undefined) carryOut(parts, send);
}

function hasFailed(book: SendBook, behaviour: string): boolean {
  return book.all().some((send) => send.behaviour === behaviour && send.failure !== null);
}

function carryOut(parts: NodeParts, { id, behaviour, acceptedAt }: Send): void {
  const { journal, book, scheduler, delays, clock } = parts;
  const ageMs = epochMsOf(clock.now()) - epochMsOf(acceptedAt);
  const settle = () => {
    const send = book.find(id);
    if (send === undefined || sendStatusOf(send) !== "in_flight") return;
    const { amountSats, feeSats } = send;
    const amounts = { amountSats: amountSats.toString(), feeSats: feeSats.toString() };
    journal.record({ kind: "send-settled", sendId: id, ...amounts });
  };
  const fail = () => journal.record({ kind: "send-failed", sendId: id, reason: "no_route" });
  switch (behaviour) {
    case "fails":
      return fail();
    case "fails-once":
      return hasFailed(book, behaviour) ? settle() : fail();
    case "settles-slowly":
      return scheduler.after(Math.max(0, delays.slowMs - ageMs), settle);
    case "hangs-then-settles":
      return scheduler.after(Math.max(0, delays.hangMs - ageMs), settle);
    case "hangs-then-fails":
      return scheduler.after(Math.max(0, delays.hangMs - ageMs), fail);
    case "is-lost-for-a-while":
      return scheduler.after(Math.max(0, delays.notFoundMs - ageMs), settle);
    default:
      return settle();
  }
}
