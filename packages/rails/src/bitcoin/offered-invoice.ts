import type { CallOutcome } from "../ports/call-outcome.ts";
import { unknownBecause } from "../ports/call-outcome.ts";
import type { InvoiceSource } from "../ports/invoice-source.ts";
import type { SendFailure, SendOrder } from "../ports/send-rail.ts";
import type { AcceptedNetwork } from "./network.ts";

export interface OfferedInvoice {
  readonly invoice: string;
  readonly verifyUrl: string | null;
}

/** The invoice that a receiver is or that its server writes; on chain there is none, so no way over Lightning. */
export async function offeredInvoice(
  { destination, amountSats }: Pick<SendOrder, "destination" | "amountSats">,
  by: { readonly network: AcceptedNetwork; readonly invoices: InvoiceSource | undefined },
): Promise<CallOutcome<OfferedInvoice, SendFailure>> {
  switch (destination.kind) {
    case "bolt11":
      return { kind: "accepted", value: { invoice: destination.canonical, verifyUrl: null } };
    case "lightning-address":
    case "lnurl":
      if (by.invoices === undefined) return unknownBecause("unreachable");
      return by.invoices.fetchInvoice({ destination, amountSats, network: by.network });
    case "onchain":
      return { kind: "rejected", reason: "no-route" };
  }
}
