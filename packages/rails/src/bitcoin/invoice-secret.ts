import { createHash, createHmac } from "node:crypto";

export const INVOICE_KEY_BYTES_MIN = 32;

/** Both lower-case hex. */
export interface InvoiceSecret {
  readonly preimage: string;
  readonly paymentHash: string;
}

/**
 * HMAC-SHA-256 of the payment's id under a key that only the settings hold: it can be made again after any crash, so
 * it stands in no table, event or log. Throws `RangeError` on a key shorter than 32 bytes.
 */
export function invoiceSecret(key: Uint8Array, paymentId: string): InvoiceSecret {
  if (key.length < INVOICE_KEY_BYTES_MIN) {
    throw new RangeError(`The key of invoices has at least ${INVOICE_KEY_BYTES_MIN} bytes`);
  }
  const preimage = createHmac("sha256", key).update(`sanu/invoice/${paymentId}`).digest();
  const paymentHash = createHash("sha256").update(preimage).digest("hex");
  return { preimage: preimage.toString("hex"), paymentHash };
}
