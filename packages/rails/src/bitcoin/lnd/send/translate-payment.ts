import { createHash } from "node:crypto";
import { type Instant, instantOfEpochMs } from "@sanu/kernel";
import { z } from "zod";
import { type CallOutcome, unknownBecause } from "../../../ports/call-outcome.ts";
import type { SendFailure, SendOutcome, SendStatus } from "../../../ports/send-rail.ts";
import { rowOf } from "../../../row-of.ts";
import { satsCosting, satsIn } from "../../msat.ts";
import { sendOutcomeOf } from "../../send-outcome.ts";
import { type LndAnswer, says, unknownRefusal } from "../answer.ts";
import { MsatText, SatsText, WholeText } from "../units.ts";

/** What tells our payment from another one of the same hash. */
export interface ExpectedPayment {
  readonly paymentHash: string;
  /** Null where what was prepared is not kept any more. */
  readonly amountMsat: bigint | null;
  /** The node's number of its last try of this hash before ours, which had failed; null where it had none. */
  readonly afterIndex: bigint | null;
  readonly now: Instant;
}

const Payment = z.object({
  payment_hash: z.string(),
  value_msat: MsatText,
  fee_msat: MsatText,
  /** The same, rounded down. */
  fee_sat: SatsText,
  payment_preimage: z.string(),
  payment_index: WholeText,
  status: z.string(),
  failure_reason: z.string(),
  htlcs: z.array(z.object({ status: z.string(), resolve_time_ns: WholeText.optional() })),
});
type Payment = z.output<typeof Payment>;

/** Read only where the status is final: a reason stands there while parts are still in flight. */
const failures: Readonly<Record<string, SendFailure>> = {
  FAILURE_REASON_NO_ROUTE: "no-route",
  FAILURE_REASON_TIMEOUT: "no-route",
  FAILURE_REASON_ERROR: "no-route",
  FAILURE_REASON_CANCELED: "no-route",
  FAILURE_REASON_INSUFFICIENT_BALANCE: "insufficient-balance",
  FAILURE_REASON_INCORRECT_PAYMENT_DETAILS: "refused-by-receiver",
};

/** A payment as the node tells it, in a line of a stream. Source: lnd `lnrpc.Payment`. */
export function readPaymentStatus(answer: LndAnswer, expected: ExpectedPayment): SendStatus {
  if (says(answer, /^payment isn't initiated$/)) return { kind: "not-found" };
  if (answer.kind !== "answer") return unknownRefusal(answer);
  const read = Payment.safeParse(answer.json);
  if (!read.success || read.data.payment_hash !== expected.paymentHash)
    return unknownBecause("unexpected-response");
  const payment = read.data;
  if (payment.status === "FAILED" && isOrMayBePaid(payment)) {
    return unknownBecause("unexpected-response");
  }
  // What failed before was of any amount, where the invoice names none.
  if (hasFailedBefore(payment, expected)) return { kind: "not-found" };
  const { amountMsat } = expected;
  if (amountMsat !== null && payment.value_msat !== amountMsat)
    return unknownBecause("unexpected-response");
  switch (payment.status) {
    case "INITIATED":
    case "IN_FLIGHT":
      return { kind: "in-flight" };
    case "SUCCEEDED":
      return settledBy(payment, expected);
    case "FAILED":
      return failedBy(payment);
    default:
      return unknownBecause("unexpected-response");
  }
}

/** A failure of before says nothing of ours, which the node does not have. */
function hasFailedBefore(
  { status, payment_index: index }: Payment,
  { afterIndex }: ExpectedPayment,
): boolean {
  return status === "FAILED" && afterIndex !== null && index <= afterIndex;
}

/** Whoever was paid has told the preimage, and a part that is under way may arrive: another try could pay twice. */
function isOrMayBePaid(payment: Payment): boolean {
  const isKnown = payment.payment_preimage !== notKnown && isProven(payment);
  return isKnown || payment.htlcs.some(({ status }) => status !== "FAILED");
}

/** Stands in the place of a preimage that the node does not know. */
const notKnown = "0".repeat(64);

/** Hex would be read up to the first letter that is none. */
function isProven({ payment_hash: paymentHash, payment_preimage: preimage }: Payment): boolean {
  if (!/^[0-9a-f]{64}$/.test(preimage)) return false;
  return createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex") === paymentHash;
}

/** Only who was paid knows the preimage. */
function settledBy(payment: Payment, { now }: ExpectedPayment): SendStatus {
  const proof = payment.payment_preimage;
  const isOneFee = satsIn(payment.fee_msat) === payment.fee_sat;
  if (!isProven(payment) || !isOneFee) return unknownBecause("unexpected-response");
  const times = payment.htlcs.flatMap(({ status, resolve_time_ns: ns }) =>
    status === "SUCCEEDED" && ns !== undefined && ns > 0n ? [Number(ns / 1_000_000n)] : [],
  );
  const settledAt = times.length === 0 ? now : instantOfEpochMs(Math.max(...times));
  return { kind: "settled", feeSats: satsCosting(payment.fee_msat), settledAt, proof };
}

function failedBy({ failure_reason }: Payment): SendStatus {
  const reason = rowOf(failures, failure_reason);
  return reason === undefined ? unknownBecause("unexpected-response") : { kind: "failed", reason };
}

/** The number of the node's last try of a hash, which had failed; null where it has none. */
export function readLastTry(
  answer: LndAnswer,
  expected: ExpectedPayment,
): CallOutcome<bigint | null, SendFailure> {
  const status = readPaymentStatus(answer, { ...expected, afterIndex: null, amountMsat: null });
  switch (status.kind) {
    case "not-found":
      return { kind: "accepted", value: null };
    case "failed":
      return { kind: "accepted", value: indexOf(answer) };
    case "unknown":
      return status;
    // Somebody pays it, or has, by this node: paying it again would bring its receiver nothing.
    case "in-flight":
    case "settled":
      return { kind: "rejected", reason: "destination-unusable" };
  }
}

function indexOf(answer: LndAnswer): bigint | null {
  return answer.kind === "answer" ? Payment.parse(answer.json).payment_index : null;
}

/** Refusals before anything was sent, which no later word of the node takes back. */
const unusable = [
  /^invoice expired\. /,
  /^self-payments not allowed$/,
  /^cltv limit \d+ should be greater than \d+$/,
  /^failed converting data to bytes: /,
  /^invalid checksum /,
  /^invoice is too large$/,
];

export type SendLine =
  | SendStatus
  /** The node has this hash already; its status says how it stands. */
  | { readonly kind: "known" }
  | { readonly kind: "refused" };

/** One line of the answer to a send. */
export function readSendLine(answer: LndAnswer, expected: ExpectedPayment): SendLine {
  if (
    says(answer, /^payment is in transition$|^invoice is already paid$|^payment already exists/)
  ) {
    return { kind: "known" };
  }
  if (unusable.some((message) => says(answer, message))) return { kind: "refused" };
  return readPaymentStatus(answer, expected);
}

/** What is known behind one more line: once it was in flight, only its end is news. */
export function afterLine(known: SendLine | undefined, line: SendLine): SendLine {
  if (known?.kind !== "in-flight") return line;
  return line.kind === "settled" || line.kind === "failed" ? line : known;
}

export function isLastLine({ kind }: SendLine): boolean {
  return kind !== "in-flight";
}

/** `isFetched`: the invoice is one that we asked for, so another one can be had. */
export function readSent(
  line: SendLine | undefined,
  { isFetched }: { readonly isFetched: boolean },
): SendOutcome | { readonly kind: "known" } {
  // It ended without a word.
  if (line === undefined) return unknownBecause("unexpected-response");
  if (line.kind === "known") return line;
  if (line.kind === "refused") {
    return { kind: "rejected", reason: isFetched ? "no-route" : "destination-unusable" };
  }
  return sendOutcomeOf(line);
}
