import { type Instant, isInstant, type Sats, sats } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  CapturedInvoice,
  CaptureFailure,
  InvoiceFailure,
  InvoiceOrder,
  ReceiveStatus,
} from "../../ports/lightning-receive-rail.ts";
import { readInvoice } from "../bolt11/invoice.ts";

const SatsText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform((text): Sats => sats(BigInt(text)));
const InstantText = z.custom<Instant>((value) => typeof value === "string" && isInstant(value));

const Invoice = z.object({
  payment_hash: z.string(),
  invoice: z.string(),
  status: z.string(),
  amount_sats: SatsText,
  held_sats: SatsText.nullable(),
  held_at: InstantText.nullable(),
  blocks_left: z.int().min(0).nullable(),
  captured_at: InstantText.nullable(),
});
type Invoice = z.infer<typeof Invoice>;

const Refusal = z.object({ code: z.string() });

/** 201: a new invoice. 409: the hash is known, and the body is the invoice made before. 422: a definite no. */
export function readCreated(
  response: ProviderResponse,
  order: Pick<InvoiceOrder, "paymentHash" | "amountSats">,
): CallOutcome<{ readonly invoice: string }, InvoiceFailure> {
  if (isRefusal(response, 422, "invalid-request")) {
    return { kind: "rejected", reason: "refused-by-provider" };
  }
  if (!isResponse(response, 201) && !isResponse(response, 409)) return unknownResponse(response);
  const created = Invoice.safeParse(response.json);
  if (!created.success) return unknownResponse(response);
  const { invoice } = created.data;
  // Whatever the node calls it: a person pays what the text says.
  if (!isExactly(invoice, order)) return unknownBecause("unexpected-response");
  return { kind: "accepted", value: { invoice } };
}

function isExactly(
  text: string,
  { paymentHash, amountSats }: Pick<InvoiceOrder, "paymentHash" | "amountSats">,
): boolean {
  const invoice = readInvoice(text);
  return invoice?.paymentHash === paymentHash && invoice.amountMsat === amountSats * 1_000n;
}

/** The status of an invoice, asked for by its hash, which the answer has to name. */
export function readReceiveStatus(response: ProviderResponse, paymentHash: string): ReceiveStatus {
  if (isRefusal(response, 404, "not-found")) return { kind: "not-found" };
  return isResponse(response, 200) ? statusOf(response, paymentHash) : unknownResponse(response);
}

/** 200: the money is ours. 409: it is not, and only "cancelled" says that it never will be. */
export function readCaptured(
  response: ProviderResponse,
  paymentHash: string,
): CallOutcome<CapturedInvoice, CaptureFailure> {
  if (!isResponse(response, 200) && !isResponse(response, 409)) return unknownResponse(response);
  const status = statusOf(response, paymentHash);
  if (status.kind === "captured") return { kind: "accepted", value: status };
  if (status.kind === "cancelled") return { kind: "rejected", reason: "cancelled" };
  return unknownBecause("unexpected-response");
}

function statusOf(response: ReadResponse, paymentHash: string): ReceiveStatus {
  const invoice = Invoice.safeParse(response.json);
  if (!invoice.success) return unknownResponse(response);
  if (invoice.data.payment_hash !== paymentHash) return unknownBecause("unexpected-response");
  return statusOfInvoice(invoice.data) ?? unknownBecause("unexpected-response");
}

function statusOfInvoice(invoice: Invoice): ReceiveStatus | undefined {
  const { held_sats: amountSats, held_at: heldAt, captured_at: capturedAt } = invoice;
  const blocksLeft = invoice.blocks_left;
  switch (invoice.status) {
    case "open":
      return { kind: "open", invoice: invoice.invoice };
    case "held":
      if (amountSats === null || heldAt === null || blocksLeft === null) return undefined;
      return { kind: "held", amountSats, heldAt, blocksLeft };
    case "captured":
      if (amountSats === null || capturedAt === null) return undefined;
      return { kind: "captured", amountSats, capturedAt };
    case "cancelled":
      return { kind: "cancelled" };
    default:
      return undefined;
  }
}

type ReadResponse = Extract<ProviderResponse, { readonly kind: "response" }>;

function isResponse(response: ProviderResponse, status: number): response is ReadResponse {
  return response.kind === "response" && response.status === status;
}

function isRefusal(response: ProviderResponse, status: number, code: string): boolean {
  const refusal = Refusal.safeParse(isResponse(response, status) ? response.json : undefined);
  return refusal.success && refusal.data.code === code;
}
