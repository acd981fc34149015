import { attemptKey } from "@sanu/attempts";
import type { JournalEntry } from "@sanu/sandbox";
import { acknowledgedPayment, acknowledgedSats } from "../client-journal.ts";
import type { Load } from "../load.ts";
import { isSale } from "../outcomes.ts";
import { saleSatsBack } from "../sale-amounts.ts";
import type { FaultSystem } from "../system.ts";

/** What an acknowledged purchase was told: how the node and the provider know its money. */
interface Promised {
  readonly key: string;
  readonly amountXof: bigint;
  readonly sats: string;
  readonly paymentKey: string;
}

/**
 * Money that moved and may not have, by the sandbox's own journal: a payout twice, without the money, beside an
 * earlier one that is not definitely dead, or that nobody ordered; a collection that was ordered twice or by
 * nobody. Every amount is ordered once, so an amount of sats names its purchase.
 */
export function findPayoutFaults(
  { sandbox }: Pick<FaultSystem, "sandbox">,
  load: Load,
): readonly string[] {
  const { journal } = sandbox;
  const { promised, ofSales } = promisedBy(load);
  const times = countBy(journal.ofKind("send-settled"), ({ amountSats }) => amountSats);
  const orders = countBy(journal.ofKind("payment-created"), ({ key }) => key);
  const receipts = Map.groupBy(journal.ofKind("money-received"), ({ key }) => key);
  const found = promised.flatMap(({ key, amountXof, sats, paymentKey }) => {
    const settled = times.get(sats) ?? 0;
    const isPaid = (receipts.get(paymentKey) ?? []).some(
      (receipt) => receipt.amountXof === String(amountXof),
    );
    return [
      ...(settled > 1 ? [`${key} was paid out ${settled} times`] : []),
      ...(settled > 0 && !isPaid ? [`${key} was paid out before it was paid`] : []),
      ...((orders.get(paymentKey) ?? 0) > 1 ? [`${key} was collected twice`] : []),
    ];
  });
  return [
    ...found,
    ...strangersOf(
      times,
      new Set([...promised.map(({ sats }) => sats), ...ofSales]),
      "sats went out",
    ),
    ...strangersOf(orders, new Set(promised.map((one) => one.paymentKey)), "was collected"),
    ...findRivalSends(journal.all()),
  ];
}

function strangersOf(
  found: ReadonlyMap<string, number>,
  known: ReadonlySet<string>,
  what: string,
): readonly string[] {
  const strange = [...found.keys()].filter((name) => !known.has(name));
  return strange.map((name) => `${name} ${what} that nobody was told of`);
}

/** A second send for a purchase while the first could still arrive; luck alone would decide who is paid. */
function findRivalSends(entries: readonly JournalEntry[]): readonly string[] {
  const amounts = new Map<string, string>();
  const alive = new Map<string, string>();
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "send-accepted") {
      const { sendId, amountSats } = entry;
      const rival = alive.get(amountSats);
      if (rival !== undefined) {
        found.push(`${amountSats} sats were sent by ${sendId} while ${rival} was under way`);
      }
      amounts.set(sendId, amountSats);
      alive.set(amountSats, sendId);
    }
    // A settled send stays alive for ever: after it nothing may be sent.
    if (entry.kind === "send-failed") alive.delete(amounts.get(entry.sendId) ?? "");
  }
  return found;
}

/** What was promised for each purchase, and the sats that sales may give back. */
function promisedBy({ journal, deals }: Load): {
  readonly promised: readonly Promised[];
  readonly ofSales: readonly string[];
} {
  const purchases = new Map(
    deals.flatMap(({ key, amountXof, order }) => (isSale(order) ? [] : [[key, amountXof]])),
  );
  const [bought, sold] = [true, false].map((isBought) =>
    journal.acknowledged.filter(({ key }) => purchases.has(key) === isBought),
  );
  return {
    promised: (bought ?? []).map(({ key, text }) => ({
      key,
      amountXof: purchases.get(key) ?? 0n,
      sats: acknowledgedSats(text),
      paymentKey: attemptKey("collection", acknowledgedPayment(text), 1),
    })),
    ofSales: [
      ...(sold ?? []).map(({ text }) => acknowledgedSats(text)),
      ...deals.flatMap(({ order, amountXof }) =>
        isSale(order) ? [`${saleSatsBack(amountXof)}`] : [],
      ),
    ],
  };
}

function countBy<Item>(
  items: readonly Item[],
  of: (item: Item) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(of(item), (counts.get(of(item)) ?? 0) + 1);
  return counts;
}
