import type { PaymentId } from "@sanu/kernel";
import type { Secret } from "@sanu/platform";
import { type InvoiceSecret, invoiceSecret } from "@sanu/rails";

/** That of the key with which the invoice of this hash was made; of the first key where none is named, or none made it. */
export type SecretOf = (paymentId: PaymentId, paymentHash?: string) => InvoiceSecret;

/** While keys change there are two, else the same one twice: invoices are made with the first one, and taken with either. */
export function invoiceSecrets(keys: readonly [Secret, Secret]): SecretOf {
  const derive = (key: Secret, paymentId: PaymentId) =>
    invoiceSecret(Buffer.from(key.reveal()), paymentId);
  return (paymentId, paymentHash) => {
    const [first, other] = keys;
    const newest = derive(first, paymentId);
    if (paymentHash === undefined || newest.paymentHash === paymentHash) return newest;
    const made = derive(other, paymentId);
    return made.paymentHash === paymentHash ? made : newest;
  };
}
