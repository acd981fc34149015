import { attemptKey } from "@sanu/attempts";
import type { JournalEntry } from "@sanu/sandbox";
import type { FaultSystem } from "../system.ts";
import type { EventLogs } from "./read-event-logs.ts";

/** A sale whose sats are in, as our own log tells it: what is public may be spoilt on its way. */
interface Sale {
  readonly transactionId: string;
  readonly payoutId: string;
  readonly amountXof: string;
}

/** More attempts than any setting allows. */
const ATTEMPTS_MAX = 20;

/**
 * XOF that were paid out and may not have been, by the gateway's own journal: to nobody's order, in another
 * amount, twice, or beside an earlier disbursement that is not definitely dead.
 */
export function findDisbursementFaults(
  { sandbox }: Pick<FaultSystem, "sandbox">,
  logs: EventLogs,
): readonly string[] {
  const sales = salesByKey(logs);
  return sandbox.journal
    .ofKind("disbursement-created")
    .flatMap(({ key, amountXof }) => {
      const sale = sales.get(key);
      if (sale === undefined)
        return [`${amountXof} XOF were paid out under ${key}, which is nobody's`];
      const isRight = sale.amountXof === amountXof;
      return isRight ? [] : [`${sale.transactionId} is paid out with ${amountXof} XOF`];
    })
    .concat(findRivals(sandbox.journal.all(), sales));
}

/** Every key under which a sale's XOF may be paid out, as the payout's own id gives it. */
function salesByKey({ transactions }: EventLogs): ReadonlyMap<string, Sale> {
  const sales = transactions.flatMap(({ type, data }): readonly Sale[] => {
    if (type !== "TransactionPaid" || data["transactionType"] !== "SELL_BITCOIN") return [];
    const { transactionId, payoutId, amountXof } = data;
    return [
      {
        transactionId: String(transactionId),
        payoutId: String(payoutId),
        amountXof: String(amountXof),
      },
    ];
  });
  const numbers = Array.from({ length: ATTEMPTS_MAX }, (_, index) => index + 1);
  return new Map(
    sales.flatMap((sale) =>
      numbers.map((number) => [attemptKey("disbursement", sale.payoutId, number), sale] as const),
    ),
  );
}

/** A second order for a sale while the first could still be paid; luck alone would decide who pays twice. */
function findRivals(
  entries: readonly JournalEntry[],
  sales: ReadonlyMap<string, Sale>,
): readonly string[] {
  const alive = new Map<string, string>();
  return entries.flatMap((entry) => {
    if (entry.kind !== "disbursement-created" && entry.kind !== "disbursement-failed") return [];
    const id = sales.get(entry.key)?.transactionId ?? entry.key;
    // A paid one stays alive for ever: after it nothing may be ordered.
    if (entry.kind === "disbursement-failed") {
      alive.delete(id);
      return [];
    }
    const rival = alive.get(id);
    alive.set(id, entry.key);
    return rival === undefined ? [] : [`${id} was paid out by ${entry.key} beside ${rival}`];
  });
}
