import type { ProviderResponse } from "../../http/provider-http.ts";
import { type CallOutcome, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  CollectionFailure,
  CollectionInitiated,
  CollectionStatus,
} from "../../ports/collection-rail.ts";
import { rowOf } from "../../row-of.ts";
import { readPhone } from "../phone.ts";
import { servedChannel } from "./modes.ts";
import { undecided } from "./refusals.ts";
import { CreatedBody, InvoiceBody, successOf } from "./resources.ts";

/** What each documented status of an invoice says. One that is not here is unknown. Source: developers.paydunya.com/doc/EN/http_json. */
const invoiceStatuses: Readonly<Record<string, "pending" | "completed" | CollectionFailure>> = {
  pending: "pending",
  completed: "completed",
  cancelled: "cancelled",
  failed: "declined",
};

/** No code is documented that refuses one invoice and not all of them: without a yes it is unknown. */
export function readCreated(
  response: ProviderResponse,
): CallOutcome<CollectionInitiated, CollectionFailure> {
  const created = successOf(response, CreatedBody);
  if (created === undefined) return undecided(response);
  const { token: providerReference, response_text: paymentUrl } = created;
  return { kind: "accepted", value: { providerReference, paymentUrl } };
}

interface Asked {
  readonly key: string;
  readonly token: string;
}

function invoiceOf(response: ProviderResponse, { key, token }: Asked) {
  const found = successOf(response, InvoiceBody);
  const isOurs = found?.custom_data.sanu_key === key;
  return isOurs && (found.invoice.token ?? token) === token ? found : undefined;
}

/** An invoice is asked for by its token, and has to bear our key. It says nothing of when it was paid. */
export function readInvoice(response: ProviderResponse, asked: Asked): CollectionStatus {
  const found = invoiceOf(response, asked);
  if (found === undefined) return undecided(response);
  const { token: providerReference } = asked;
  const said = rowOf(invoiceStatuses, found.status);
  if (said === undefined) return unknownBecause("unexpected-response");
  if (said === "pending") return { kind: "pending", providerReference, paymentUrl: null };
  if (said !== "completed") return { kind: "failed", providerReference, reason: said };
  const { total_amount: amountXof } = found.invoice;
  const statedAt = response.kind === "response" ? response.statedAt : null;
  const receipt = { receiptReference: providerReference, amountXof, receivedAt: null };
  return { kind: "completed", providerReference, receipts: [receipt], statedAt };
}

/** Whom a refund goes to: who was asked for the money, where it came in and is no more than that. */
export function readRefundable(
  response: ProviderResponse,
  { amountXof, ...asked }: Asked & { readonly amountXof: bigint },
): CallOutcome<{ readonly number: string; readonly channel: string }, "not-refundable"> {
  const found = invoiceOf(response, asked);
  if (found === undefined) return undecided(response);
  if (rowOf(invoiceStatuses, found.status) === undefined)
    return unknownBecause("unexpected-response");
  if (found.status !== "completed" || found.invoice.total_amount < amountXof) {
    return { kind: "rejected", reason: "not-refundable" };
  }
  const { sanu_number: number, sanu_channel: channel } = found.custom_data;
  // It does not give back what we gave it, so nothing says whose the money is.
  const isOrdered = readPhone(number).kind === "phone" && servedChannel(channel) !== undefined;
  if (!isOrdered) return unknownBecause("unexpected-response");
  if (!isPayer(found.customer?.phone ?? "", number)) {
    return { kind: "rejected", reason: "not-refundable" };
  }
  return { kind: "accepted", value: { number, channel } };
}

/** Numbers of all its countries differ in their last eight digits, with or without a code and `01` before them. */
const digitsCompared = 8;

/** Whether who was asked may have paid. Where the page names somebody else, a person decides who gets the money back. */
function isPayer(named: string, asked: string): boolean {
  const end = (text: string) => text.replaceAll(/\D/g, "").slice(-digitsCompared);
  return named.trim() === "" || end(named) === end(asked);
}
