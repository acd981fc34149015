import { type Instant, instantOfEpochMs, type Sats, sats } from "@sanu/kernel";
import { z } from "zod";
import { type CallOutcome, unknownBecause } from "../../../ports/call-outcome.ts";
import type { SendFailure, SendOutcome, SendStatus } from "../../../ports/send-rail.ts";
import { readPayment } from "../../transaction.ts";
import { type LndAnswer, says, unknownRefusal } from "../answer.ts";
import { childOf, WalletTransaction } from "../hastened.ts";
import { hexOf, SatsText, WholeText } from "../units.ts";

const FeeRate = z.object({ sat_per_kw: WholeText });
const Outpoint = z.object({ txid_str: z.string(), output_index: z.int().nonnegative() });
const Leases = z.object({
  locked_utxos: z.array(z.object({ id: z.string(), outpoint: Outpoint, value: WholeText })),
});
const Funded = Leases.extend({ funded_psbt: z.string(), change_output_index: z.int() });
const Final = z.object({ raw_final_tx: z.string().min(1) });
const Published = z.object({ publish_error: z.string() });
const Known = z.object({
  tx_hash: z.string(),
  num_confirmations: z.int(),
  block_height: z.int(),
  total_fees: SatsText,
  time_stamp: WholeText.default(0n),
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

export interface WantedTransaction {
  readonly address: string;
  readonly amountSats: Sats;
  readonly feeLimitSats: Sats;
  /** What has to be spent again. */
  readonly mustSpend: readonly string[];
}

export type SignedTransaction =
  | {
      readonly kind: "signed";
      readonly txid: string;
      readonly feeSats: Sats;
      readonly spends: readonly string[];
    }
  | { readonly kind: "too-dear" | "wrong" };

/**
 * Believes nothing of what the node says but what its coins are worth: the transaction itself has to pay the receiver
 * exactly, spend only the coins that were put aside for it, and give everything but the fee back to us.
 */
export function judgeSigned(
  rawTransaction: string,
  { coins, changeAt }: Pick<FundedTransaction, "coins" | "changeAt">,
  wanted: WantedTransaction,
): SignedTransaction {
  const payment = readPayment(rawTransaction, wanted);
  if (payment === null) return { kind: "wrong" };
  const { txid, spends, paidAt, outputs } = payment;
  const values = new Map(coins.map(({ outpoint, valueSats }) => [outpoint, valueSats]));
  const spent = spends.map((outpoint) => values.get(outpoint));
  const isOurs = outputs.every((_, at) => at === paidAt || at === changeAt) && changeAt !== paidAt;
  const isBound = wanted.mustSpend.every((outpoint) => spends.includes(outpoint));
  if (!isOurs || !isBound || new Set(spends).size !== spends.length) return { kind: "wrong" };
  if (!spent.every((value) => value !== undefined)) return { kind: "wrong" };
  const feeSats = sumOf(spent) - sumOf(outputs);
  if (feeSats < 0n) return { kind: "wrong" };
  if (feeSats > wanted.feeLimitSats) return { kind: "too-dear" };
  return { kind: "signed", txid, feeSats: sats(feeSats), spends };
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
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

interface DeepTransaction {
  readonly kind: "deep";
  readonly height: number;
  readonly settled: Extract<SendStatus, { readonly kind: "settled" }>;
}

/** `deep`: settled, if the node sees the newest blocks; one that is behind may count blocks that are gone. */
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
  const settledAt = data.time_stamp > 0n ? instantOfEpochMs(Number(data.time_stamp) * 1_000) : now;
  return { kind: "deep", height, settled: { kind: "settled", feeSats, settledAt, proof: txid } };
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
