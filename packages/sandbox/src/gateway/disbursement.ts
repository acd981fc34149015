import type { Instant } from "@sanu/kernel";
import { changeRows } from "../change-rows.ts";
import type {
  ChannelState,
  DisbursementFailure,
  EntryOf,
  JournalEntry,
} from "../journal/entries.ts";
import { sandboxLimits } from "../limits.ts";

/** An order to pay XOF to a number, as the gateway has it. */
export interface Disbursement {
  readonly id: string;
  readonly key: string;
  readonly amountXof: bigint;
  readonly feeXof: bigint;
  readonly number: string;
  readonly channel: string;
  readonly createdAt: Instant;
  readonly settledAt: Instant | null;
  readonly reversedAt: Instant | null;
  readonly failure: DisbursementFailure | null;
}

export interface DisbursementBook {
  readonly apply: (entry: JournalEntry) => void;
  readonly findByKey: (key: string) => Disbursement | undefined;
  readonly all: () => readonly Disbursement[];
  /** What the merchant's account holds for paying out; collections do not flow into it. */
  readonly floatXof: () => bigint;
  readonly channelState: (channel: string) => ChannelState;
}

/** Empty but for the float of `sandboxLimits`; applying the journal from its start makes it whole again. */
export function createDisbursementBook(): DisbursementBook {
  const byKey = new Map<string, Disbursement>();
  const channels = new Map<string, ChannelState>();
  let floatXof: bigint = sandboxLimits.floatXof;

  const change = changeRows(byKey);

  return {
    apply(entry) {
      switch (entry.kind) {
        case "disbursement-created": {
          const created = disbursementOf(entry);
          byKey.set(entry.key, created);
          floatXof -= costOf(created);
          break;
        }
        case "disbursement-settled":
          change(entry.key, { settledAt: entry.at });
          break;
        case "disbursement-reversed": {
          const reversed = change(entry.key, { reversedAt: entry.at });
          if (reversed !== undefined) floatXof += reversed.amountXof;
          break;
        }
        case "disbursement-failed": {
          const failed = change(entry.key, { failure: entry.reason });
          if (failed !== undefined) floatXof += costOf(failed);
          break;
        }
        case "float-set":
          floatXof = BigInt(entry.amountXof);
          break;
        case "channel-set":
          channels.set(entry.channel, entry.state);
          break;
        default:
      }
    },
    findByKey: (key) => byKey.get(key),
    all: () => [...byKey.values()],
    floatXof: () => floatXof,
    channelState: (channel) => channels.get(channel) ?? "open",
  };
}

export function costOf({ amountXof, feeXof }: Pick<Disbursement, "amountXof" | "feeXof">): bigint {
  return amountXof + feeXof;
}

function disbursementOf(entry: EntryOf<"disbursement-created">): Disbursement {
  const { disbursementId, key, number, channel, at } = entry;
  return {
    id: disbursementId,
    key,
    amountXof: BigInt(entry.amountXof),
    feeXof: BigInt(entry.feeXof),
    number,
    channel,
    createdAt: at,
    settledAt: null,
    reversedAt: null,
    failure: null,
  };
}

export function disbursementStatusOf({
  settledAt,
  reversedAt,
  failure,
}: Disbursement): "pending" | "settled" | "failed" | "reversed" {
  if (reversedAt !== null) return "reversed";
  if (settledAt !== null) return "settled";
  return failure === null ? "pending" : "failed";
}
