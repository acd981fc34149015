import type { Clock } from "@sanu/kernel";
import type { GuardedHttp } from "../../guarded-http/client.ts";
import type { CallOutcome, Unknown } from "../../ports/call-outcome.ts";
import type { InvoiceSource, ServedReceiver } from "../../ports/invoice-source.ts";
import type { SendFailure } from "../../ports/send-rail.ts";
import { urlOfLightningAddress } from "../lightning-address.ts";
import { readIssuedInvoice, readPayRequest, readVerification } from "./translate.ts";

/** LNURL-pay: LUD-01, 06, 09, 16 and 21, without comments (12) and data of the payer (18). */
export function createInvoiceSource(http: GuardedHttp, clock: Clock): InvoiceSource {
  return {
    fetchInvoice: ({ destination, ...wanted }) =>
      http.visit(async (get) => {
        const terms = readPayRequest(await get(payUrlOf(destination)), wanted.amountSats);
        if (terms.kind !== "accepted") return ofReceiver(terms);
        const { callbackUrl, metadataHash } = terms.value;
        const issued = await get(callbackUrl);
        return ofReceiver(readIssuedInvoice(issued, { ...wanted, metadataHash }, clock.now()));
      }),
    verify: async ({ verifyUrl, paymentHash }) =>
      readVerification(await http.get(verifyUrl), paymentHash),
  };
}

/** What is unknown here is unknown by who shall be paid, never by a node of ours. */
function ofReceiver<Outcome extends CallOutcome<unknown, SendFailure>>(
  outcome: Outcome,
): Outcome | Unknown {
  return outcome.kind === "unknown" ? { ...outcome, isOfReceiver: true } : outcome;
}

function payUrlOf(destination: ServedReceiver): string {
  return destination.kind === "lnurl"
    ? destination.url
    : urlOfLightningAddress(destination.canonical);
}
