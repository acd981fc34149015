import { type Instant, isInstant, type Sats, sats } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderAnswer } from "../../http/provider-http.ts";
import { unknownAnswer } from "../../http/unknown-response.ts";
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
  answer: ProviderAnswer,
  order: Pick<InvoiceOrder, "paymentHash" | "amountSats">,
): CallOutcome<{ readonly invoice: string }, InvoiceFailure> {
  if (isRefusal(answer, 422, "invalid-request")) {
    return { kind: "rejected", reason: "refused-by-provider" };
  }
  if (!isAnswer(answer, 201) && !isAnswer(answer, 409)) return unknownAnswer(answer);
  const created = Invoice.safeParse(answer.json);
  if (!created.success) return unknownAnswer(answer);
  const { invoice } = created.data;
  // Whatever the node calls it: a person pays what the text says.
  if (!isExactly(invoice, order)) return unknownBecause("unexpected-answer");
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
export function readReceiveStatus(answer: ProviderAnswer, paymentHash: string): ReceiveStatus {
  if (isRefusal(answer, 404, "not-found")) return { kind: "not-found" };
  return isAnswer(answer, 200) ? statusOf(answer, paymentHash) : unknownAnswer(answer);
}

/** 200: the money is ours. 409: it is not, and only "cancelled" says that it never will be. */
export function readCaptured(
  answer: ProviderAnswer,
  paymentHash: string,
): CallOutcome<CapturedInvoice, CaptureFailure> {
  if (!isAnswer(answer, 200) && !isAnswer(answer, 409)) return unknownAnswer(answer);
  const status = statusOf(answer, paymentHash);
  if (status.kind === "captured") return { kind: "accepted", value: status };
  if (status.kind === "cancelled") return { kind: "rejected", reason: "cancelled" };
  return unknownBecause("unexpected-answer");
}

function statusOf(answer: Answered, paymentHash: string): ReceiveStatus {
  const invoice = Invoice.safeParse(answer.json);
  if (!invoice.success) return unknownAnswer(answer);
  if (invoice.data.payment_hash !== paymentHash) return unknownBecause("unexpected-answer");
  return statusOfInvoice(invoice.data) ?? unknownBecause("unexpected-answer");
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

type Answered = Extract<ProviderAnswer, { readonly kind: "answer" }>;

function isAnswer(answer: ProviderAnswer, status: number): answer is Answered {
  return answer.kind === "answer" && answer.status === status;
}

function isRefusal(answer: ProviderAnswer, status: number, code: string): boolean {
  const refusal = Refusal.safeParse(isAnswer(answer, status) ? answer.json : undefined);
  return refusal.success && refusal.data.code === code;
}
