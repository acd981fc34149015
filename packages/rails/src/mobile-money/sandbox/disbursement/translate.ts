import { type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../../http/provider-http.ts";
import { unknownResponse } from "../../../http/unknown-response.ts";
import { type CallOutcome, unknownBecause } from "../../../ports/call-outcome.ts";
import type {
  DisburseAccepted,
  DisburseConditions,
  DisburseFailure,
  DisburseOrder,
  DisburseStatus,
} from "../../../ports/disburse-rail.ts";
import type { FloatReading } from "../../../ports/float-reading.ts";
import { rowOf } from "../../../row-of.ts";
import { AmountText, InstantText, isNotFound, isResponse, refusalCodeOf } from "../responses.ts";

/** Fees and floats may be zero. */
const WholeText = z
  .string()
  .regex(/^(0|[1-9]\d{0,17})$/)
  .transform((text): Xof => xof(BigInt(text)));

const Disbursement = z.object({
  id: z.string().min(1).max(200),
  merchant_key: z.string(),
  status: z.string(),
  amount_xof: AmountText,
  fee_xof: WholeText,
  failure: z.string().nullable(),
  settled_at: InstantText.nullable(),
  reversed_at: InstantText.nullable().default(null),
});
type Disbursement = z.infer<typeof Disbursement>;

const Channel = z.object({
  channel: z.string(),
  status: z.enum(["open", "closed"]),
  amount_xof_min: AmountText,
  amount_xof_max: AmountText,
  float_xof: WholeText,
});

const Floats = z.object({
  accounts: z
    .array(
      z.object({
        account: z.string().min(1).max(200),
        channels: z.array(z.string().min(1)).nullable(),
        float_xof: WholeText,
      }),
    )
    .min(1),
});

const failures: Readonly<Record<string, DisburseFailure>> = {
  receiver_not_found: "receiver-not-found",
  wallet_full: "receiver-wallet-full",
};

/** What it says instead of taking an order; of such an order it knows nothing later. */
const refusals: Readonly<Record<string, DisburseFailure>> = {
  "invalid-request": "refused-by-provider",
  "channel-closed": "channel-closed",
  "insufficient-float": "insufficient-float",
};

/** 201: a new order. 409: the key is known, and the body is the order made before. 422: a definite no. */
export function readDisbursed(
  response: ProviderResponse,
  order: Pick<DisburseOrder, "key" | "amountXof">,
): CallOutcome<DisburseAccepted, DisburseFailure> {
  if (isResponse(response, [201, 409])) return outcomeOf(readOrder(response, response.json, order));
  const reason = rowOf(refusals, refusalCodeOf(response) ?? "");
  return reason === undefined ? unknownResponse(response) : { kind: "rejected", reason };
}

function outcomeOf(status: DisburseStatus): CallOutcome<DisburseAccepted, DisburseFailure> {
  switch (status.kind) {
    case "pending":
    case "settled":
      return { kind: "accepted", value: status };
    case "failed":
      return { kind: "rejected", reason: status.reason, takenAs: status.providerReference };
    case "unknown":
      return status;
    // Its key was known, and it has come back since: what that means is a matter of its status.
    case "reversed":
    case "not-found":
      return unknownBecause("unexpected-response");
  }
}

/** The status of an order, asked for by its key, which the answer has to name. */
export function readDisburseStatus(response: ProviderResponse, key: string): DisburseStatus {
  if (isNotFound(response)) return { kind: "not-found" };
  return isResponse(response, [200])
    ? readOrder(response, response.json, { key })
    : unknownResponse(response);
}

function readOrder(
  response: ProviderResponse,
  json: unknown,
  order: { readonly key: string; readonly amountXof?: Xof },
): DisburseStatus {
  const read = Disbursement.safeParse(json);
  if (!read.success) return unknownResponse(response);
  const { merchant_key: key, amount_xof: amountXof } = read.data;
  // Another order under our key is nobody's yes to this one.
  const isOurs = key === order.key && (order.amountXof ?? amountXof) === amountXof;
  return isOurs ? statusOf(read.data) : unknownBecause("unexpected-response");
}

function statusOf(disbursement: Disbursement): DisburseStatus {
  const { id: providerReference, status, amount_xof: amountXof, fee_xof: feeXof } = disbursement;
  const { failure, settled_at: settledAt, reversed_at: reversedAt } = disbursement;
  if (status === "pending") return { kind: "pending", providerReference };
  if (status === "settled" && settledAt !== null) {
    return { kind: "settled", providerReference, amountXof, feeXof, settledAt };
  }
  if (status === "reversed" && reversedAt !== null) {
    return { kind: "reversed", providerReference, amountXof, reversedAt };
  }
  const reason = status === "failed" ? rowOf(failures, failure ?? "") : undefined;
  if (reason === undefined) return unknownBecause("unexpected-response");
  return { kind: "failed", providerReference, reason };
}

/** What a channel takes at the moment; the answer has to name the channel. */
export function readConditions(response: ProviderResponse, channel: string): DisburseConditions {
  if (isNotFound(response)) return { kind: "unknown-channel" };
  const read = Channel.safeParse(isResponse(response, [200]) ? response.json : undefined);
  if (!read.success) return unknownResponse(response);
  if (read.data.channel !== channel) return unknownBecause("unexpected-response");
  const { status, amount_xof_min, amount_xof_max, float_xof: floatXof } = read.data;
  const isOpen = status === "open";
  const amounts = { amountXofMin: amount_xof_min, amountXofMax: amount_xof_max, floatXof };
  return { kind: "conditions", isOpen, ...amounts };
}

/** What each of our accounts holds for paying out; an answer without one is none. */
export function readFloats(response: ProviderResponse): FloatReading {
  const read = Floats.safeParse(isResponse(response, [200]) ? response.json : undefined);
  if (!read.success) return unknownResponse(response);
  const floats = read.data.accounts.map(({ account, channels, float_xof: availableXof }) => ({
    account,
    channels,
    availableXof,
  }));
  return { kind: "floats", floats };
}
