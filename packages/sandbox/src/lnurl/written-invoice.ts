import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import { INVOICE_EXPIRY_SECONDS, type InvoiceTerms, signInvoice } from "../node/invoice.ts";
import type { LnurlBehaviour } from "./receiver-server-behaviour.ts";

export interface InvoiceAsked {
  readonly amountMsat: bigint;
  readonly descriptionHash: Uint8Array;
}

export interface WrittenInvoice {
  readonly invoice: string;
  readonly paymentHash: string;
}

/** Signs by itself what a node of the receiver's would write, right or wrong. */
export function writeInvoice(
  { amountMsat, descriptionHash }: InvoiceAsked,
  behaviour: LnurlBehaviour | "good",
): WrittenInvoice & { readonly preimage: string } {
  const preimage = randomBytes(32);
  const paymentHash = sha256(preimage);
  const expirySeconds = INVOICE_EXPIRY_SECONDS;
  const createdSeconds = Math.floor(Date.now() / 1_000);
  const terms = { paymentHash, amountMsat, description: descriptionHash, createdSeconds };
  const invoice = signInvoice({ ...terms, expirySeconds, ...wrongTerms(terms, behaviour) });
  return { invoice, paymentHash: bytesToHex(paymentHash), preimage: bytesToHex(preimage) };
}

function wrongTerms(
  { amountMsat, createdSeconds }: Pick<InvoiceTerms, "createdSeconds"> & InvoiceAmount,
  behaviour: LnurlBehaviour | "good",
): Partial<InvoiceTerms> {
  switch (behaviour) {
    case "wrong-amount":
      return { amountMsat: amountMsat * 10n };
    case "one-msat-more":
      return { amountMsat: amountMsat + 1n };
    case "no-amount":
      return { amountMsat: null };
    case "wrong-hash":
      return { description: randomBytes(32) };
    case "no-hash":
      return { description: "Thank you" };
    case "wrong-network":
      return { currency: "bc" };
    case "expired":
      return { createdSeconds: createdSeconds - 2 * INVOICE_EXPIRY_SECONDS };
    default:
      return {};
  }
}

type InvoiceAmount = Pick<InvoiceAsked, "amountMsat">;
