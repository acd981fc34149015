import type { Instant } from "@sanu/kernel";
import { changeRows } from "../change-rows.ts";
import type { EntryOf, JournalEntry } from "../journal/entries.ts";

/** An invoice whose money the node holds until it is told to take it or to let it go. */
export interface HoldInvoice {
  readonly paymentHash: string;
  /** The BOLT 11 text. */
  readonly invoice: string;
  readonly amountSats: bigint;
  readonly expiresAt: Instant;
  readonly status: "open" | "held" | "captured" | "cancelled";
  /** What a payer has locked in; null before. */
  readonly held: HeldMoney | null;
  readonly capturedAt: Instant | null;
}

export interface HeldMoney {
  readonly amountSats: bigint;
  readonly heldAt: Instant;
  /** Blocks between this moment and the one in which the payer could take the money back. */
  readonly blocks: number;
}

export interface HoldBook {
  readonly apply: (entry: JournalEntry) => void;
  readonly find: (paymentHash: string) => HoldInvoice | undefined;
  readonly all: () => readonly HoldInvoice[];
}

/** Empty at first; applying the journal from its start makes it whole again. */
export function createHoldBook(): HoldBook {
  const invoices = new Map<string, HoldInvoice>();
  const change = changeRows(invoices);
  return {
    apply(entry) {
      switch (entry.kind) {
        case "invoice-opened":
          invoices.set(entry.paymentHash, opened(entry));
          break;
        case "invoice-held":
          change(entry.paymentHash, { status: "held", held: heldMoney(entry) });
          break;
        case "invoice-captured":
          change(entry.paymentHash, { status: "captured", capturedAt: entry.at });
          break;
        case "invoice-cancelled":
          change(entry.paymentHash, { status: "cancelled" });
          break;
        default:
      }
    },
    find: (paymentHash) => invoices.get(paymentHash),
    all: () => [...invoices.values()],
  };
}

function opened(entry: EntryOf<"invoice-opened">): HoldInvoice {
  const { paymentHash, invoice, amountSats, expiresAt } = entry;
  const nothing = { held: null, capturedAt: null } as const;
  const amount = BigInt(amountSats);
  return { paymentHash, invoice, amountSats: amount, expiresAt, status: "open", ...nothing };
}

function heldMoney({ amountSats, blocks, at }: EntryOf<"invoice-held">): HeldMoney {
  return { amountSats: BigInt(amountSats), heldAt: at, blocks };
}
