import { type Instant, instantOfEpochMs } from "@sanu/kernel";
import { z } from "zod";
import { type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type { StatementLine } from "../../ports/statement-rail.ts";
import { feeShare } from "../fee-share.ts";
import { satsCosting, satsIn } from "../msat.ts";
import { type LndAnswer, unknownRefusal } from "./answer.ts";
import { childOf, ownLabel, paidIn, WalletTransaction } from "./hastened.ts";
import { LndInvoice } from "./translate-receive.ts";
import { batchLabel, payoutLabel, SecondsText, satsWithin, WholeText } from "./units.ts";

/** What one answer has of the lines, and how many things of the node it told of, ours or not. */
export interface LndPage {
  readonly kind: "page";
  readonly lines: readonly StatementLine[];
  readonly count: number;
  /** Behind which the next page begins. */
  readonly last: string;
}

const PlaceText = z.string().regex(/^\d{1,19}$/);

const Invoices = z.object({
  invoices: z.array(LndInvoice),
  last_index_offset: PlaceText,
});

const NANOSECONDS_PER_MS = 1_000_000n;

const Payments = z.object({
  payments: z.array(
    z.object({
      payment_hash: z.string().regex(/^[0-9a-f]{64}$/),
      status: z.string(),
      value_msat: WholeText,
      fee_msat: WholeText,
      htlcs: z.array(z.object({ status: z.string(), resolve_time_ns: WholeText.optional() })),
    }),
  ),
  last_index_offset: PlaceText,
});

const Forwards = z.object({
  forwarding_events: z.array(z.object({ timestamp: SecondsText, fee_msat: WholeText })),
  last_offset_index: z.int().min(0),
});

const SignedText = z
  .string()
  .regex(/^-?\d{1,17}$/)
  .transform(BigInt);

const Transactions = z.object({
  transactions: z.array(
    WalletTransaction.extend({
      amount: SignedText,
      num_confirmations: z.int(),
      time_stamp: SecondsText,
    }),
  ),
});

type Transaction = z.infer<typeof Transactions>["transactions"][number];

/** Invoices whose money is ours; of others nothing has moved. */
export function readInvoices(answer: LndAnswer): LndPage | Unknown {
  return readPage(answer, Invoices, ({ invoices, last_index_offset: last }) => ({
    lines: invoices.flatMap(({ r_hash: hash, state, settle_date: at, amt_paid_sat: amount }) =>
      state === "SETTLED" && at !== null
        ? [lineOf({ reference: hash, key: hash, kind: "capture", amount, at })]
        : [],
    ),
    count: invoices.length,
    last,
  }));
}

/** Payments that succeeded, at the moment in which their last part was settled. */
export function readPayments(answer: LndAnswer): LndPage | Unknown {
  return readPage(answer, Payments, ({ payments, last_index_offset: last }) => {
    const settled = payments.filter(({ status }) => status === "SUCCEEDED");
    const lines = settled.map(({ payment_hash: hash, value_msat, fee_msat, htlcs }) => {
      const at = lastSettled(htlcs);
      if (at === undefined) return undefined;
      const amounts = { amount: satsIn(value_msat), fee: satsCosting(fee_msat) };
      return lineOf({ reference: hash, key: hash, kind: "send", ...amounts, at });
    });
    if (lines.includes(undefined)) return undefined;
    return { lines: lines.filter((line) => line !== undefined), count: payments.length, last };
  });
}

function lastSettled(
  htlcs: z.infer<typeof Payments>["payments"][number]["htlcs"],
): Instant | undefined {
  const moments = htlcs.flatMap(({ status, resolve_time_ns: at = 0n }) =>
    status === "SUCCEEDED" && at > 0n ? [Number(at / NANOSECONDS_PER_MS)] : [],
  );
  return moments.length === 0 ? undefined : instantOfEpochMs(Math.max(...moments));
}

/** What the node earned by forwarding for others: one line for a page, because a single fee is no whole satoshi. */
export function readForwards(answer: LndAnswer, from: string): LndPage | Unknown {
  return readPage(answer, Forwards, ({ forwarding_events: events, last_offset_index: last }) => {
    const earned = events.reduce((sum, { fee_msat }) => sum + fee_msat, 0n);
    const at = events.at(-1)?.timestamp ?? null;
    const reference = `forwarding-${from}-${last}`;
    const amount = satsIn(earned);
    const isNothing = at === null || amount === 0n;
    const lines = isNothing
      ? []
      : [lineOf({ reference, key: null, kind: "transfer-in", amount, at })];
    return { lines, count: events.length, last: String(last) };
  });
}

/** What came in, or what went out, on chain: confirmed only. The offset is ours: lnd counts places, from the oldest block on. */
export function readTransactions(
  answer: LndAnswer,
  direction: "in" | "out",
  { offset, pageMax }: { readonly offset: string; readonly pageMax: number },
): LndPage | Unknown {
  return readPage(answer, Transactions, ({ transactions: listed }) => {
    const transactions = listed.length < pageMax ? listed : inWholeBlocks(listed);
    const childrenOf = hasteningIn(transactions);
    const hastening = new Set([...childrenOf.values()].flat());
    return {
      lines: transactions
        .filter((one) => one.num_confirmations > 0 && !hastening.has(one))
        .flatMap((one) => {
          const { time_stamp: at } = one;
          if (at === null || one.amount > 0n !== (direction === "in")) return [];
          if (direction === "in") return [received(one, at)];
          return sent(one, childrenOf.get(one) ?? [], at);
        }),
      count: listed.length,
      last: String(Number(offset) + transactions.length),
    };
  });
}

/** A full page can end within a block, and so between a payout and what hastened it: the next one has that block whole. */
function inWholeBlocks(listed: readonly Transaction[]): readonly Transaction[] {
  const newest = Math.max(...listed.map((one) => one.block_height));
  const whole = listed.filter((one) => one.block_height < newest);
  // Where a single block fills the page, no place leads to its beginning again.
  return whole.length > 0 ? whole : listed;
}

/** By payout, what hastened it: its fee is the payout's, as it is in our log. */
function hasteningIn(
  transactions: readonly Transaction[],
): ReadonlyMap<Transaction, readonly Transaction[]> {
  const payouts = transactions.filter(
    ({ label }) => label.startsWith(payoutLabel) || label.startsWith(batchLabel),
  );
  return new Map(
    payouts.map((payout) => {
      const { tx_hash: txid, block_height: height, output_details: outputs } = payout;
      const paid = paidIn(payout);
      const children = outputs
        .filter((output) => output.is_our_address && !paid.includes(Number(output.output_index)))
        .map(({ output_index: at }) => childOf({ outpoint: `${txid}:${at}`, height }, transactions))
        .filter((child) => child !== undefined);
      return [payout, children] as const;
    }),
  );
}

function received({ tx_hash: reference, amount }: Transaction, at: Instant): StatementLine {
  return lineOf({ reference, key: null, kind: "transfer-in", amount, at });
}

function sent(
  transaction: Transaction,
  children: readonly Transaction[],
  at: Instant,
): readonly StatementLine[] {
  const { tx_hash: reference, label, output_details: outputs } = transaction;
  const amount = outputs.reduce((sum, one) => (one.is_our_address ? sum : sum + one.amount), 0n);
  const fee = [transaction, ...children].reduce((sum, one) => sum + one.total_fees, 0n);
  if (label.startsWith(batchLabel)) return paidTogether(transaction, fee, at);
  const isOwn = ownLabel.test(label) || amount === 0n;
  const kind = isOwn ? "transfer-out" : "send";
  return [lineOf({ reference, key: isOwn ? null : reference, kind, amount, fee, at })];
}

/** A line for each who was paid, with his share of the fee. */
function paidTogether(
  transaction: Transaction,
  fee: bigint,
  at: Instant,
): readonly StatementLine[] {
  const { tx_hash: txid, output_details: outputs } = transaction;
  const amounts = new Map(outputs.map((one) => [Number(one.output_index), one.amount]));
  const places = paidIn(transaction);
  return places.map((output, place) => {
    const reference = `${txid}:${output}`;
    const amount = amounts.get(output) ?? 0n;
    const share = feeShare(fee, { at: place, of: places.length });
    return lineOf({ reference, key: reference, kind: "send", amount, fee: share, at });
  });
}

function lineOf(
  line: Pick<StatementLine, "reference" | "key" | "kind" | "amount" | "at"> & {
    readonly fee?: bigint;
  },
): StatementLine {
  return { fee: 0n, ...line, currency: "SATS", state: "settled" };
}

function readPage<Shape extends z.ZodType>(
  answer: LndAnswer,
  shape: Shape,
  pageOf: (page: z.output<Shape>) => Omit<LndPage, "kind"> | undefined,
): LndPage | Unknown {
  if (answer.kind !== "answer") return unknownRefusal(answer);
  const read = shape.safeParse(answer.json);
  const page = read.success ? pageOf(read.data) : undefined;
  return page?.lines.every(isOfMoney) === true
    ? { kind: "page", ...page }
    : unknownBecause("unexpected-response");
}

/** Sums of a page, too, are no more than there is. */
function isOfMoney({ amount, fee }: StatementLine): boolean {
  return satsWithin(amount) !== undefined && satsWithin(fee) !== undefined;
}
