import type { Sats } from "@sanu/kernel";
import type { AcceptedNetwork } from "../bitcoin/network.ts";
import type { Receiver } from "../bitcoin/receiver.ts";
import type { CallOutcome, Unknown } from "./call-outcome.ts";
import type { SendFailure } from "./send-rail.ts";

/** A receiver whose own server writes the invoices. */
export type ServedReceiver = Extract<Receiver, { readonly kind: "lightning-address" | "lnurl" }>;

export interface InvoiceWanted {
  readonly destination: ServedReceiver;
  readonly amountSats: Sats;
  readonly network: AcceptedNetwork;
}

export interface IssuedInvoice {
  /** BOLT 11 in lower case: of exactly the amount and of the network, and not expired. */
  readonly invoice: string;
  /** Lower-case hex of 32 bytes. */
  readonly paymentHash: string;
  /** Where the receiver's server says whether it was paid (LUD-21); null where it does not. */
  readonly verifyUrl: string | null;
}

/** What the receiver's server says of an invoice; `delivered` is proven by the preimage, lower-case hex of 32 bytes. */
export type DeliveryReading =
  | { readonly kind: "delivered"; readonly preimage: string }
  | { readonly kind: "pending" }
  | Unknown;

/**
 * Invoices of Lightning addresses and LNURLs. Both calls end within the limits of the guarded HTTP client and never
 * throw. Each invoice has a payment hash of its own, so none may be fetched while an earlier one can still be paid.
 */
export interface InvoiceSource {
  /** Moves nothing: what is unknown is asked anew. */
  readonly fetchInvoice: (
    wanted: InvoiceWanted,
  ) => Promise<CallOutcome<IssuedInvoice, SendFailure>>;
  readonly verify: (issued: {
    readonly verifyUrl: string;
    readonly paymentHash: string;
  }) => Promise<DeliveryReading>;
}
