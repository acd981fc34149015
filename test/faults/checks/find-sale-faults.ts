import type { JournalEntry } from "@sanu/sandbox";
import { acknowledgedSats } from "../client-journal.ts";
import type { Load } from "../load.ts";
import { isSale } from "../outcomes.ts";
import { saleSatsBack } from "../sale-amounts.ts";
import type { FaultSystem } from "../system.ts";

/**
 * Money of sales that moved and may not have, by the sandbox's own journal: sats that were asked for, taken or
 * given back twice, XOF that were paid out twice or without sats, sats that went back beside XOF that could still
 * arrive; and sats that nobody ordered. Every amount is ordered once, so sats, and XOF too, name their sale.
 */
export function findSaleFaults(
  { sandbox }: Pick<FaultSystem, "sandbox">,
  load: Load,
): readonly string[] {
  const entries = sandbox.journal.all();
  const saleOf = saleFinder(load, entries);
  const strangers = entries.filter(
    (entry) => entry.kind === "invoice-opened" && saleOf(entry) === undefined,
  );
  const stories = Map.groupBy(entries, saleOf);
  return [
    ...[...stories].flatMap(([key, story]) => (key === undefined ? [] : faultsIn(key, story))),
    ...strangers.map(() => "sats were asked for that nobody was told of"),
  ];
}

/** Returns the key under which a client ordered the sale that an entry is about. */
function saleFinder(
  { journal, deals }: Load,
  entries: readonly JournalEntry[],
): (entry: JournalEntry) => string | undefined {
  const sales = new Map(
    deals.flatMap(({ key, order, amountXof }) => (isSale(order) ? [[key, `${amountXof}`]] : [])),
  );
  const acknowledged = journal.acknowledged.filter(({ key }) => sales.has(key));
  const byXof = new Map(acknowledged.map(({ key }) => [sales.get(key), key]));
  // All of a sale's sats go back, or what is left of them behind their way.
  const bySats = new Map(
    acknowledged.flatMap(({ key, text }) => [
      [acknowledgedSats(text), key] as const,
      [`${saleSatsBack(BigInt(sales.get(key) ?? 0))}`, key] as const,
    ]),
  );
  const amounts = amountsOf(entries);
  return (entry) => {
    switch (entry.kind) {
      case "invoice-opened":
      case "invoice-captured":
        return bySats.get(amounts.get(entry.paymentHash) ?? "");
      case "send-accepted":
      case "send-settled":
        return bySats.get(amounts.get(entry.sendId) ?? "");
      case "disbursement-created":
      case "disbursement-failed":
      case "disbursement-settled":
        return byXof.get(amounts.get(entry.key));
      default:
        return undefined;
    }
  };
}

/** Sats of invoices and sends, and XOF of disbursements, by the names that later entries bear. */
function amountsOf(entries: readonly JournalEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) => {
      if (entry.kind === "invoice-opened") return [[entry.paymentHash, entry.amountSats]];
      if (entry.kind === "send-accepted") return [[entry.sendId, entry.amountSats]];
      return entry.kind === "disbursement-created" ? [[entry.key, entry.amountXof]] : [];
    }),
  );
}

/** What is wrong with one sale, whose entries are in the order in which things happened. */
function faultsIn(key: string, story: readonly JournalEntry[]): readonly string[] {
  const times = (kind: JournalEntry["kind"], before = story.length) =>
    story.slice(0, before).filter((entry) => entry.kind === kind).length;
  const twice = (kind: JournalEntry["kind"], what: string) =>
    times(kind) > 1 ? [`${key}: its ${what} ${times(kind)} times`] : [];
  return [
    ...twice("invoice-opened", "sats were asked for"),
    ...twice("invoice-captured", "sats were taken"),
    ...twice("disbursement-settled", "XOF were paid out"),
    ...twice("send-settled", "sats were given back"),
    ...story.flatMap(({ kind }, at) => {
      const isTaken = times("invoice-captured", at) > 0;
      // A paid one never fails: after it nothing may go back.
      const isPaidOut = times("disbursement-created", at) > times("disbursement-failed", at);
      if (kind === "disbursement-created" && !isTaken)
        return [`${key}: its XOF were paid out before its sats were taken`];
      if (kind !== "send-accepted") return [];
      return [
        ...(isTaken ? [] : [`${key}: sats were given back that were never taken`]),
        ...(isPaidOut ? [`${key}: its sats were given back although its XOF were paid out`] : []),
      ];
    }),
  ];
}
