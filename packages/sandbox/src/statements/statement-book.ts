import type { Instant } from "@sanu/kernel";
import type { JournalEntry } from "../journal/entries.ts";
import { sandboxLimits } from "../limits.ts";

export const statementAccounts = ["collections", "disbursements", "node-in", "node-out"] as const;
export type StatementAccount = (typeof statementAccounts)[number];

export type StatedKind =
  | "collection"
  | "refund"
  | "disbursement"
  | "capture"
  | "send"
  | "transfer-in"
  | "transfer-out";

export type StatedStatus = "pending" | "settled" | "failed" | "reversed";

/** A movement on an account of the merchant, in whole francs or satoshis. */
export interface StatedLine {
  readonly seq: number;
  readonly account: StatementAccount;
  readonly reference: string;
  readonly key: string | null;
  readonly kind: StatedKind;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly status: StatedStatus;
  readonly at: Instant;
}

export interface StatementBook {
  readonly apply: (entry: JournalEntry) => void;
  /** In the order in which money moved. */
  readonly linesOf: (account: StatementAccount) => readonly StatedLine[];
}

/**
 * Empty at first; applying the journal from its start makes it whole again. Tells only what moved; what was taken back,
 * or is of another amount by now, keeps its place and says so.
 */
export function createStatementBook(): StatementBook {
  const lines: Record<StatementAccount, StatedLine[]> = {
    collections: [],
    disbursements: [],
    "node-in": [],
    "node-out": [],
  };
  const floatXof = createFloat();
  return {
    apply(entry) {
      const taken = reversedBy(entry);
      if (taken !== undefined) return reverse(lines[taken.account], taken.reference);
      if (entry.kind === "money-changed") return changeAmount(lines.collections, entry);
      const line = movementOf(entry) ?? floatXof.transferOf(entry);
      if (line !== undefined) {
        lines[line.account].push({ ...line, status: "settled", seq: entry.seq, at: entry.at });
      }
    },
    linesOf: (account) => lines[account],
  };
}

type Movement = Omit<StatedLine, "seq" | "at" | "status">;

function movementOf(entry: JournalEntry): Movement | undefined {
  switch (entry.kind) {
    case "money-received": {
      const { receiptId: reference, key, amountXof } = entry;
      const amount = BigInt(amountXof);
      return { account: "collections", reference, key, kind: "collection", amount, fee: 0n };
    }
    case "refund-settled": {
      const { refundId: reference, key, amountXof, arrivedXof = amountXof } = entry;
      const amount = BigInt(arrivedXof);
      // What did not arrive of an order was taken for it.
      const taken = BigInt(amountXof) - amount;
      const fee = taken > 0n ? taken : 0n;
      return { account: "collections", reference, key, kind: "refund", amount, fee };
    }
    case "disbursement-settled": {
      const { disbursementId: reference, key } = entry;
      const amounts = { amount: BigInt(entry.amountXof), fee: BigInt(entry.feeXof) };
      return { account: "disbursements", reference, key, kind: "disbursement", ...amounts };
    }
    case "invoice-captured": {
      const { paymentHash: reference, amountSats } = entry;
      const amount = BigInt(amountSats);
      return { account: "node-in", reference, key: reference, kind: "capture", amount, fee: 0n };
    }
    case "send-settled": {
      const { sendId: reference } = entry;
      const amounts = { amount: BigInt(entry.amountSats), fee: BigInt(entry.feeSats) };
      return { account: "node-out", reference, key: reference, kind: "send", ...amounts };
    }
    default:
      return undefined;
  }
}

/** What a provider took back, or gave back, after it had settled. */
function reversedBy(entry: JournalEntry): Pick<StatedLine, "account" | "reference"> | undefined {
  switch (entry.kind) {
    case "money-reversed":
      return { account: "collections", reference: entry.receiptId };
    case "refund-reversed":
      return { account: "collections", reference: entry.refundId };
    case "disbursement-reversed":
      return { account: "disbursements", reference: entry.disbursementId };
    default:
      return undefined;
  }
}

function reverse(lines: StatedLine[], reference: string): void {
  for (const [place, line] of lines.entries()) {
    if (line.reference === reference) lines[place] = { ...line, status: "reversed" };
  }
}

function changeAmount(
  lines: StatedLine[],
  { receiptId, amountXof }: Extract<JournalEntry, { readonly kind: "money-changed" }>,
): void {
  const amount = BigInt(amountXof);
  for (const [place, line] of lines.entries()) {
    if (line.reference === receiptId) lines[place] = { ...line, amount };
  }
}

/** The owner fills up or empties the float: whatever else is on its way, the difference is a transfer of his. */
function createFloat() {
  let heldXof: bigint = sandboxLimits.floatXof;
  const costs = new Map<string, bigint>();
  return {
    transferOf(entry: JournalEntry): Movement | undefined {
      switch (entry.kind) {
        case "disbursement-created": {
          const cost = BigInt(entry.amountXof) + BigInt(entry.feeXof);
          costs.set(entry.key, cost);
          heldXof -= cost;
          return undefined;
        }
        case "disbursement-failed":
          heldXof += costs.get(entry.key) ?? 0n;
          return undefined;
        case "disbursement-reversed":
          heldXof += BigInt(entry.amountXof);
          return undefined;
        case "float-set": {
          const moved = BigInt(entry.amountXof) - heldXof;
          heldXof += moved;
          const kind = moved < 0n ? "transfer-out" : "transfer-in";
          const of = { account: "disbursements", reference: `transfer-${entry.seq}` } as const;
          return { ...of, key: null, kind, amount: moved < 0n ? -moved : moved, fee: 0n };
        }
        default:
          return undefined;
      }
    },
  };
}

/** What a line did to the account's balance. What was reversed came back, and its cost did not. */
export function effectOf({ kind, amount, fee, status }: StatedLine): bigint {
  if (status === "reversed") return 0n - fee;
  if (status !== "settled") return 0n;
  const isIn = kind === "collection" || kind === "capture" || kind === "transfer-in";
  return (isIn ? amount : 0n - amount) - fee;
}
