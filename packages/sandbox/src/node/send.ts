import type { Instant } from "@sanu/kernel";
import { changeRows } from "../change-rows.ts";
import type { EntryOf, JournalEntry, SendFailure } from "../journal/entries.ts";

export interface Send {
  /** Payment hash or txid. */
  readonly id: string;
  readonly rail: "lightning" | "chain";
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly behaviour: string;
  readonly acceptedAt: Instant;
  readonly settledAt: Instant | null;
  readonly failure: SendFailure | null;
}

export interface SendBook {
  readonly apply: (entry: JournalEntry) => void;
  readonly find: (id: string) => Send | undefined;
  readonly findInvoice: (paymentHash: string) => EntryOf<"invoice-issued"> | undefined;
  readonly findTransaction: (txid: string) => EntryOf<"transaction-built"> | undefined;
  readonly all: () => readonly Send[];
}

/** Empty at first; applying the journal from its start makes it whole again. */
export function createSendBook(): SendBook {
  const sends = new Map<string, Send>();
  const invoices = new Map<string, EntryOf<"invoice-issued">>();
  const transactions = new Map<string, EntryOf<"transaction-built">>();

  const change = changeRows(sends);

  return {
    apply(entry) {
      switch (entry.kind) {
        case "invoice-issued":
          invoices.set(entry.paymentHash, entry);
          break;
        case "transaction-built":
          transactions.set(entry.txid, entry);
          break;
        case "send-accepted":
          sends.set(entry.sendId, sendOf(entry));
          break;
        case "send-settled":
          change(entry.sendId, { settledAt: entry.at });
          break;
        case "send-failed":
          change(entry.sendId, { failure: entry.reason });
          break;
        default:
      }
    },
    find: (id) => sends.get(id),
    findInvoice: (paymentHash) => invoices.get(paymentHash),
    findTransaction: (txid) => transactions.get(txid),
    all: () => [...sends.values()],
  };
}

function sendOf(entry: EntryOf<"send-accepted">): Send {
  const { sendId, rail, behaviour, at } = entry;
  return {
    id: sendId,
    rail,
    amountSats: BigInt(entry.amountSats),
    feeSats: BigInt(entry.feeSats),
    behaviour,
    acceptedAt: at,
    settledAt: null,
    failure: null,
  };
}

export function sendStatusOf(send: Send): "in_flight" | "settled" | "failed" {
  if (send.settledAt !== null) return "settled";
  return send.failure === null ? "in_flight" : "failed";
}
