import type { PaymentId } from "@sanu/kernel";
import type { Secret } from "@sanu/platform";
import { invoiceSecret } from "@sanu/rails";
import type { SecretOf } from "./invoice/deps.ts";

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
