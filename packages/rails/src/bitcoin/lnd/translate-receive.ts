import type { Instant } from "@sanu/kernel";
import { z } from "zod";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  CaptureFailure,
  InvoiceFailure,
  InvoiceOrder,
  ReceiveStatus,
} from "../../ports/lightning-receive-rail.ts";
import { readInvoice } from "../bolt11/invoice.ts";
import { satsIn } from "../msat.ts";
import type { BitcoinNetwork } from "../network.ts";
import { type LndAnswer, says, unknownRefusal } from "./answer.ts";
import { HashText, Height, MsatText, SatsText, SecondsText } from "./units.ts";

const Htlc = z.object({
  state: z.string(),
  amt_msat: MsatText,
  accept_height: Height,
  expiry_height: Height,
  accept_time: SecondsText,
});

/** `amt_paid_sat` keeps its amount on an invoice that was cancelled, so only money that is held or ours is read. */
export const LndInvoice = z.object({
  r_hash: HashText,
  payment_request: z.string(),
  state: z.string(),
  amt_paid_sat: SatsText,
  settle_date: SecondsText,
  htlcs: z.array(Htlc),
});
export type LndInvoice = z.infer<typeof LndInvoice>;

const Created = z.object({ payment_request: z.string() });

type Ordered = Pick<InvoiceOrder, "paymentHash" | "amountSats"> & {
  readonly network: BitcoinNetwork;
};

/** What lnd says of an order that no second try makes better. */
const definite = [
  /^CLTV delta of \d+ must be greater than minimum of /,
  /^data length too big to fit within /,
  /^expiry of .* greater than max expiry of /,
  /^amount cannot be negative$/,
  /^invoice amount .* is too large/,
];

/** `known`: the hash has an invoice, which has to be looked up. */
export function readCreated(
  answer: LndAnswer,
  order: Ordered,
): CallOutcome<{ readonly invoice: string }, InvoiceFailure> | { readonly kind: "known" } {
  if (answer.kind === "answer") return takenText(Created.safeParse(answer.json).data, order);
  if (says(answer, /^invoice with payment hash already exists$/)) return { kind: "known" };
  if (definite.some((message) => says(answer, message))) {
    return { kind: "rejected", reason: "refused-by-provider" };
  }
  return unknownRefusal(answer);
}

/** The invoice that the hash has already: ours only where its text asks for exactly what was ordered. */
export function readKnown(
  answer: LndAnswer,
  order: Ordered,
): CallOutcome<{ readonly invoice: string }, InvoiceFailure> {
  if (answer.kind !== "answer") return unknownRefusal(answer);
  return takenText(LndInvoice.safeParse(answer.json).data, order);
}

/** Whatever the node calls it: a person pays what the text says. */
function takenText(
  said: { readonly payment_request: string } | undefined,
  order: Ordered,
): CallOutcome<{ readonly invoice: string }, InvoiceFailure> {
  const text = said?.payment_request ?? "";
  const isExactly = invoiceFor(text, order)?.amountMsat === order.amountSats * 1_000n;
  if (!isExactly) return unknownBecause("unexpected-response");
  return { kind: "accepted", value: { invoice: text } };
}

type Asked = Pick<Ordered, "paymentHash" | "network">;

/** Undefined unless the text asks for this hash, and for money of our network. */
function invoiceFor(text: string, { paymentHash, network }: Asked) {
  const invoice = readInvoice(text);
  return invoice?.paymentHash === paymentHash && invoice.network === network ? invoice : undefined;
}

/** What nobody has paid yet. Its text is given out also where no answer to its order has shown it: then this is its only check. */
export function readOpen(invoice: string, asked: Asked): ReceiveStatus {
  return invoiceFor(invoice, asked) === undefined
    ? unknownBecause("unexpected-response")
    : { kind: "open", invoice };
}

/** Money that is held has its blocks counted from the height of the node, which is another question. */
export type FoundInvoice = Exclude<ReceiveStatus, { readonly kind: "held" }> | HeldBeforeHeight;

interface HeldBeforeHeight {
  readonly kind: "held-until";
  readonly amountSats: LndInvoice["amt_paid_sat"];
  readonly heldAt: Instant;
  /** The first height at which the payer could take a part of it back. */
  readonly expiryHeight: number;
  /** The height at which its last part came: no node is below it. */
  readonly heldHeight: number;
}

/** The answer to a look-up, which has to be about this hash. */
export function readFound(answer: LndAnswer, paymentHash: string): FoundInvoice {
  if (isNotFound(answer)) return { kind: "not-found" };
  if (answer.kind !== "answer") return unknownRefusal(answer);
  const { data: invoice } = LndInvoice.safeParse(answer.json);
  if (invoice?.r_hash !== paymentHash) return unknownBecause("unexpected-response");
  return foundAs(invoice) ?? unknownBecause("unexpected-response");
}

/** 404 in a look-up, 500 elsewhere: the message is the same. */
function isNotFound(answer: LndAnswer): boolean {
  return says(answer, /^unable to locate invoice$/);
}

/** Undefined where the invoice and its parts contradict each other. */
function foundAs(invoice: LndInvoice): FoundInvoice | undefined {
  const { amt_paid_sat: amountSats, settle_date: capturedAt, htlcs } = invoice;
  switch (invoice.state) {
    // Parts of a payment may have come: nothing is held until all are there.
    case "OPEN":
      if (amountSats > 0n || htlcs.some(({ state }) => state === "SETTLED")) return undefined;
      return { kind: "open", invoice: invoice.payment_request };
    case "ACCEPTED":
      return isMadeOf(invoice, "ACCEPTED") ? heldUntil(invoice) : undefined;
    case "SETTLED":
      if (capturedAt === null || !isMadeOf(invoice, "SETTLED")) return undefined;
      return { kind: "captured", amountSats, capturedAt };
    case "CANCELED":
      return capturedAt === null && keptOf(invoice).length === 0
        ? { kind: "cancelled" }
        : undefined;
    default:
      return undefined;
  }
}

/** The parts that are not back with who sent them. */
function keptOf({ htlcs }: LndInvoice): LndInvoice["htlcs"] {
  return htlcs.filter(({ state }) => state !== "CANCELED");
}

/** All of them are where the invoice is, and together they are what it says was paid. */
function isMadeOf(invoice: LndInvoice, state: "ACCEPTED" | "SETTLED"): boolean {
  const kept = keptOf(invoice);
  const amountMsat = kept.reduce((sum, part) => sum + part.amt_msat, 0n);
  const isThere = kept.every((part) => part.state === state);
  return isThere && amountMsat > 0n && satsIn(amountMsat) === invoice.amt_paid_sat;
}

function heldUntil({ amt_paid_sat: amountSats, htlcs }: LndInvoice): HeldBeforeHeight | undefined {
  const parts = htlcs.filter(({ state }) => state === "ACCEPTED");
  const moments = parts.flatMap(({ accept_time: at }) => (at === null ? [] : [at]));
  const heldAt = moments.toSorted().at(-1);
  if (heldAt === undefined) return undefined;
  const expiryHeight = Math.min(...parts.map(({ expiry_height: height }) => height));
  const heldHeight = Math.max(...parts.map(({ accept_height: height }) => height));
  return { kind: "held-until", amountSats, heldAt, expiryHeight, heldHeight };
}

const NodeInfo = z.object({ block_height: Height, synced_to_chain: z.boolean() });

/** Of a node that does not see the newest blocks the height is too low: held money would seem safe for too long. */
export function readHeight(
  answer: LndAnswer,
): { readonly kind: "height"; readonly height: number } | Unknown {
  if (answer.kind !== "answer") return unknownRefusal(answer);
  const { data: info } = NodeInfo.safeParse(answer.json);
  if (info === undefined) return unknownBecause("unexpected-response");
  if (!info.synced_to_chain) return unknownBecause("node-behind");
  return { kind: "height", height: info.block_height };
}

/** `acknowledged`: the invoice has to be looked up to see what it came to. */
export function readCapture(
  answer: LndAnswer,
):
  | { readonly kind: "acknowledged" }
  | { readonly kind: "rejected"; readonly reason: CaptureFailure }
  | Unknown {
  if (answer.kind === "answer" || says(answer, /^invoice already settled$/))
    return { kind: "acknowledged" };
  if (says(answer, /^invoice already canceled$/)) return { kind: "rejected", reason: "cancelled" };
  // Nobody has paid, or not all parts: nothing was taken, and it may still be paid.
  if (says(answer, /^invoice still open$/)) return unknownBecause("unexpected-response");
  return unknownRefusal(answer);
}

export function readCancel(
  answer: LndAnswer,
): { readonly kind: "acknowledged" } | { readonly kind: "not-found" } | Unknown {
  if (answer.kind === "answer" || says(answer, /^invoice already settled$/))
    return { kind: "acknowledged" };
  return isNotFound(answer) ? { kind: "not-found" } : unknownRefusal(answer);
}
