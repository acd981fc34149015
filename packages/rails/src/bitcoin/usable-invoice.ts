import { type Instant, msBetween, type Sats } from "@sanu/kernel";
import { type Bolt11Invoice, readInvoice } from "./bolt11/invoice.ts";
import { type AcceptedNetwork, isAcceptedNetwork } from "./network.ts";

export const invoiceLimits = {
  /** What ends sooner could end while it is on its way. */
  expiryMarginMs: 30_000,
  /** For so many blocks, about three days, may who is paid hold a payment; another one would keep our money longer. */
  finalCltvBlocksMax: 432,
} as const;

export interface InvoiceTerms {
  readonly amountSats: Sats;
  readonly network: AcceptedNetwork;
  readonly now: Instant;
}

/** Null unless it can be paid now with exactly the amount; one without an amount takes any. */
export function readUsableInvoice(
  text: string,
  { amountSats, network, now }: InvoiceTerms,
): Bolt11Invoice | null {
  const invoice = readInvoice(text);
  if (invoice === null || !isAcceptedNetwork(network, [invoice.network])) return null;
  if (invoice.amountMsat !== null && invoice.amountMsat !== amountSats * 1_000n) return null;
  if (invoice.finalCltvBlocks > invoiceLimits.finalCltvBlocksMax) return null;
  return msBetween(now, invoice.expiresAt) < invoiceLimits.expiryMarginMs ? null : invoice;
}
