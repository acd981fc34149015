import type { Instant, Sats } from "@sanu/kernel";
import type { CallOutcome, Unknown } from "./call-outcome.ts";
import type { InboundReading } from "./float-reading.ts";
import type { Rail } from "./rail.ts";

/** The payment hash is its key: the same order always carries the same one. */
export interface InvoiceOrder {
  /** Lower-case hex of 32 bytes. Whoever knows its preimage can take the money, so the rail is not told it. */
  readonly paymentHash: string;
  readonly amountSats: Sats;
  /** Shown to the payer; holds no personal data. */
  readonly description: string;
  readonly expiresAt: Instant;
}

export type InvoiceFailure = "refused-by-provider";

/** The money went back to the payer. */
export type CaptureFailure = "cancelled";

/** The money is the payer's until it is captured. */
export interface HeldInvoice {
  readonly kind: "held";
  readonly amountSats: Sats;
  readonly heldAt: Instant;
  /** Blocks until the payer could take it back; a capture too close to that may come too late. */
  readonly blocksLeft: number;
}

export interface CapturedInvoice {
  readonly kind: "captured";
  readonly amountSats: Sats;
  readonly capturedAt: Instant;
}

/** `not-found` is no failure: the invoice may still be on its way. */
export type ReceiveStatus =
  | { readonly kind: "open"; readonly invoice: string }
  | HeldInvoice
  | CapturedInvoice
  /** Closed unpaid, or the money went back; nobody can pay it again. */
  | { readonly kind: "cancelled" }
  | { readonly kind: "not-found" }
  | Unknown;

/**
 * What a node says of invoices without being asked: `changed`, so that this one is worth asking for, and `cursor` is behind it.
 * `made`: nothing to ask for yet, but the node has it. `restored`: it has lost what it had, so it came back from an old copy.
 */
export type InvoiceHint =
  | { readonly kind: "changed"; readonly paymentHash: string; readonly cursor: string }
  | { readonly kind: "made"; readonly cursor: string }
  | { readonly kind: "restored" };

/**
 * Hold invoices: a payer's money is held until it is captured or let go.
 * No method throws for anything the node does or fails to do; each returns within the rail's time-out.
 */
export interface LightningReceiveRail extends Rail {
  /** Accepted with the BOLT 11 text, which is exactly what was ordered. */
  readonly createInvoice: (
    order: InvoiceOrder,
  ) => Promise<CallOutcome<{ readonly invoice: string }, InvoiceFailure>>;
  readonly status: (paymentHash: string) => Promise<ReceiveStatus>;
  /** `preimage` is lower-case hex of 32 bytes and goes nowhere but to the node. */
  readonly capture: (preimage: string) => Promise<CallOutcome<CapturedInvoice, CaptureFailure>>;
  /** Lets held money go, or closes an unpaid invoice; the answer is the invoice's status after it. */
  readonly cancel: (paymentHash: string) => Promise<ReceiveStatus>;
  /**
   * Hints from behind a cursor on; null begins now. They come twice, late or never, and end where the node is not
   * understood any more. Absent where a node says nothing without being asked.
   */
  readonly follow?: (cursor: string | null, signal: AbortSignal) => AsyncIterable<InvoiceHint>;
  /** Inbound liquidity; asked often, and it promises nothing. Absent where a node does not tell. */
  readonly inbound?: () => Promise<InboundReading>;
}
