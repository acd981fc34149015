import type { JournalEntry } from "../journal/entries.ts";
import { sandboxLimits } from "../limits.ts";

/** What the node can send now: what is in flight is gone, what failed is back, what was captured is there. */
export interface Wallet {
  readonly apply: (entry: JournalEntry) => void;
  readonly outboundSats: () => bigint;
  readonly confirmedSats: () => bigint;
}

type Pocket = "lightning" | "chain";

/** Holds the sats of `sandboxLimits` at first; applying the journal from its start makes it whole again. */
export function createWallet(): Wallet {
  const pockets: Record<Pocket, bigint> = {
    lightning: sandboxLimits.outboundSats,
    chain: sandboxLimits.confirmedSats,
  };
  const underWay = new Map<string, { readonly pocket: Pocket; readonly costSats: bigint }>();
  return {
    apply(entry) {
      switch (entry.kind) {
        case "send-accepted": {
          const costSats = BigInt(entry.amountSats) + BigInt(entry.feeSats);
          underWay.set(entry.sendId, { pocket: entry.rail, costSats });
          pockets[entry.rail] -= costSats;
          break;
        }
        case "send-settled":
          underWay.delete(entry.sendId);
          break;
        case "send-failed": {
          const failed = underWay.get(entry.sendId);
          if (failed !== undefined) pockets[failed.pocket] += failed.costSats;
          underWay.delete(entry.sendId);
          break;
        }
        case "invoice-captured":
          pockets.lightning += BigInt(entry.amountSats);
          break;
        case "liquidity-set":
          pockets[entry.rail] = BigInt(entry.amountSats);
          break;
        default:
      }
    },
    outboundSats: () => pockets.lightning,
    confirmedSats: () => pockets.chain,
  };
}
