import { type Instant, sats } from "@sanu/kernel";
import { z } from "zod";
import { type CallOutcome, unknownBecause } from "../../../ports/call-outcome.ts";
import type { SendFailure, SendOutcome, SendStatus } from "../../../ports/send-rail.ts";
import { feeShare } from "../../fee-share.ts";
import { type LndAnswer, says, unknownRefusal } from "../answer.ts";
import { childOf, paidIn, WalletTransaction } from "../hastened.ts";
import { hexOf, SatsText, SecondsText, WholeText } from "../units.ts";

const FeeRate = z.object({ sat_per_kw: WholeText });
const Outpoint = z.object({ txid_str: z.string(), output_index: z.int().nonnegative() });
const Leases = z.object({
  locked_utxos: z.array(z.object({ id: z.string(), outpoint: Outpoint, value: SatsText })),
});
const Funded = Leases.extend({ funded_psbt: z.string(), change_output_index: z.int() });
const Final = z.object({ raw_final_tx: z.string().min(1) });
const Published = z.object({ publish_error: z.string() });
const Known = z.object({
  tx_hash: z.string(),
  num_confirmations: z.int(),
  block_height: z.int(),
  total_fees: SatsText,
  time_stamp: SecondsText.default(null),
  label: z.string().default(""),
  output_details: WalletTransaction.shape.output_details.default([]),
});

export interface Lease {
  readonly lockId: string;
  /** `<txid>:<index>`. */
  readonly outpoint: string;
  readonly valueSats: bigint;
}

export interface FundedTransaction {
  readonly psbt: string;
  /** Below zero where there is no change. */
  readonly changeAt: number;
  readonly coins: readonly Lease[];
}

type Read<Value> = CallOutcome<Value, never>;

function said<Value>(answer: LndAnswer, read: (json: unknown) => Value | undefined): Read<Value> {
  if (answer.kind !== "answer") return unknownRefusal(answer);
  const value = read(answer.json);
  return value === undefined ? unknownBecause("unexpected-response") : { kind: "accepted", value };
}

/** In satoshis for a thousand units of weight. */
export function readFeeRate(answer: LndAnswer): Read<bigint> {
  return said(answer, (json) => FeeRate.safeParse(json).data?.sat_per_kw);
}

/** Coins that are put aside, and under which lock. */
export function readLeases(answer: LndAnswer): Read<readonly Lease[]> {
  return said(answer, (json) => Leases.safeParse(json).data?.locked_utxos.map(leaseOf));
}

function leaseOf({ id, outpoint, value }: z.output<typeof Leases>["locked_utxos"][number]): Lease {
  const { txid_str: txid, output_index: index } = outpoint;
  return { lockId: id, outpoint: `${txid}:${index}`, valueSats: value };
}

/**
 * An address of another network was refused by us before: said here, the node is on another one, and that is our fault.
 * `isBound`: the coins were named; any refusal is then that they cannot be spent again.
 */
export function readFunded(
  answer: LndAnswer,
  { isBound }: { readonly isBound: boolean },
): CallOutcome<FundedTransaction, SendFailure> {
  const isRefused = isBound && answer.kind === "refusal";
  if (isRefused || says(answer, /insufficient funds available to construct transaction$/)) {
    return { kind: "rejected", reason: "insufficient-balance" };
  }
  if (says(answer, /transaction output is dust$/)) {
    return { kind: "rejected", reason: "destination-unusable" };
  }
  return said(answer, (json) => {
    const { data } = Funded.safeParse(json);
    if (data === undefined) return undefined;
    const { funded_psbt: psbt, change_output_index: changeAt, locked_utxos: coins } = data;
    return { psbt, changeAt, coins: coins.map(leaseOf) };
  });
}

/** Lower-case hex of what the node signed. */
export function readFinal(answer: LndAnswer): Read<string> {
  return said(answer, (json) => {
    const { data } = Final.safeParse(json);
    return data === undefined ? undefined : hexOf(data.raw_final_tx);
  });
}

/** The node keeps none of these, and gives none to others: another transaction may take its place. */
const notPublished = [
  /insufficient fee/,
  /min(?:imum)? relay fee not met|mempool min fee not met/,
  /output already spent|missing inputs|missing-inputs|mempool conflict|txn-mempool-conflict/,
];

export function readPublished(answer: LndAnswer): SendOutcome {
  if (answer.kind === "answer") {
    const { data } = Published.safeParse(answer.json);
    if (data?.publish_error === "") {
      return { kind: "accepted", value: { kind: "in-flight" } };
    }
    return unknownBecause("unexpected-response");
  }
  if (notPublished.some((message) => says(answer, message))) {
    return { kind: "rejected", reason: "no-route" };
  }
  return unknownRefusal(answer);
}

const Hastened = z.object({ status: z.string() });

/** 200 also for change that was spent long ago, when there is nothing to hasten. */
export function readHastened(answer: LndAnswer): Read<null> {
  return said(answer, (json) => (Hastened.safeParse(json).success ? null : undefined));
}

type Settled = Extract<SendStatus, { readonly kind: "settled" }>;

interface DeepTransaction {
  readonly kind: "deep";
  readonly height: number;
  readonly settled: Settled;
  /** Which outputs pay somebody. */
  readonly paidAt: readonly number[];
}

/** `deep`: settled, if the node sees the newest blocks and its height says the same; one that is behind may count blocks that are gone. */
export function readTransaction(
  answer: LndAnswer,
  expected: { readonly txid: string; readonly confirmations: number; readonly now: Instant },
): SendStatus | DeepTransaction {
  const { txid, confirmations, now } = expected;
  if (says(answer, /^can not find transaction: /)) return { kind: "not-found" };
  if (answer.kind !== "answer") return unknownRefusal(answer);
  const { data } = Known.safeParse(answer.json);
  if (data === undefined || data.tx_hash !== txid) return unknownBecause("unexpected-response");
  const { num_confirmations: depth, block_height: height, total_fees: feeSats } = data;
  if (depth < confirmations || height <= 0) return { kind: "in-flight" };
  const settledAt = data.time_stamp ?? now;
  const settled = { kind: "settled", feeSats, settledAt, proof: txid } as const;
  return { kind: "deep", height, settled, paidAt: paidIn(data) };
}

/** Of a batch each receiver bears his share, by the outputs that the judge of what was signed counted, and the statement tells, too. */
export function shareOf(
  status: SendStatus,
  paidAt: readonly number[],
  output: number | null,
): SendStatus {
  if (output === null || status.kind !== "settled") return status;
  const at = paidAt.indexOf(output);
  if (at < 0) return unknownBecause("unexpected-response");
  return { ...status, feeSats: feeShare(status.feeSats, { at, of: paidAt.length }) };
}

const InBlock = z.object({ transactions: z.array(WalletTransaction) });

/** With what the child cost that spends this output of it in the same block, where there is one. */
export function readWholeCost(
  answer: LndAnswer,
  { settled, height }: DeepTransaction,
  outpoint: string,
): SendStatus {
  if (answer.kind !== "answer") return unknownRefusal(answer);
  const { data } = InBlock.safeParse(answer.json);
  if (data === undefined) return unknownBecause("unexpected-response");
  const child = childOf({ outpoint, height }, data.transactions);
  return { ...settled, feeSats: sats(settled.feeSats + (child?.total_fees ?? 0n)) };
}
