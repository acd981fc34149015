import type { JournalEntry } from "@sanu/sandbox";
import { CompiledQuery } from "kysely";
import { acknowledgedPayment } from "./client-journal.ts";
import type { Deal, Load } from "./load.ts";
import { isSale } from "./outcomes.ts";
import { saleSats } from "./sale-amounts.ts";
import type { FaultSystem } from "./system.ts";

const limits = { storiesMax: 3 } as const;

const eventsText = `
select recorded_at::text as at, event_type as what from events
where stream_id::text = $1 or data->>'transactionId' = $1 order by position`;

const attemptsText = `
select created_at::text as at, concat_ws(' ', kind, state, 'calls', calls, 'status checks', status_checks, 'next', next_at,
  'leased until', lease_until, last_error) as what
from attempts where subject_id::text in (
  select stream_id::text from events where data->>'transactionId' = $1)`;

/** By which names entries of the sandbox's journal are about the same matter. */
const idNames: ReadonlySet<string> = new Set([
  "paymentId",
  "paymentHash",
  "sendId",
  "disbursementId",
  "key",
]);

interface Line {
  readonly at: string;
  readonly what: string;
}

/** The stories of the first deals that a text names, by their own id or by that of their payment. */
export async function orderTimelines(
  system: FaultSystem,
  load: Load,
  texts: readonly string[],
): Promise<readonly string[]> {
  const named = load.journal.acknowledged.filter(({ transactionId, text }) => {
    const paymentId = acknowledgedPayment(text) || transactionId;
    return texts.some((one) => one.includes(transactionId) || one.includes(paymentId));
  });
  const ids = new Set(named.slice(0, limits.storiesMax).map(({ transactionId }) => transactionId));
  const deals = load.deals.filter(({ id }) => id !== undefined && ids.has(id));
  return Promise.all(
    deals.map(async (one) => `\nThe story of ${one.key}:\n${await orderTimeline(system, one)}`),
  );
}

/** All that the databases and the sandbox know of a deal, in time, for whoever asks why it did not end. */
export async function orderTimeline(system: FaultSystem, deal: Deal): Promise<string> {
  const { databases, sandbox } = system;
  const readLines = async (service: "transactions" | "payments" | "payouts", text: string) => {
    const lines = await databases[service].query<Line>(CompiledQuery.raw(text, [deal.id]));
    return lines.map(({ at, what }) => ({ at: at.replace(" ", "T"), what: `${service}: ${what}` }));
  };
  const logged = await Promise.all([
    readLines("transactions", eventsText),
    readLines("payments", eventsText),
    readLines("payouts", eventsText),
    readLines("payments", attemptsText),
    readLines("payouts", attemptsText),
  ]);
  const calls = entriesAbout(sandbox.journal.all(), deal);
  const lines = [
    ...logged.flat(),
    ...calls.map((entry) => ({
      at: entry.at,
      what: `sandbox: ${entry.kind} ${"response" in entry ? entry.response : ""}`,
    })),
  ];
  return lines
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ at, what }) => `${at} ${what}`)
    .join("\n");
}

/** Each amount is ordered once, so what bears it, and what bears an id of that, is about the deal. */
function entriesAbout(
  entries: readonly JournalEntry[],
  { order, amountXof }: Deal,
): readonly JournalEntry[] {
  const ids = new Set<unknown>();
  const sats = isSale(order) ? `${saleSats(amountXof)}` : undefined;
  return entries.filter((entry) => {
    const names = Object.entries(entry).flatMap(([name, value]) =>
      idNames.has(name) ? [value] : [],
    );
    const bearsAmount =
      ("amountXof" in entry && entry.amountXof === `${amountXof}`) ||
      ("amountSats" in entry && entry.amountSats === sats);
    if (!bearsAmount && !names.some((name) => ids.has(name))) return false;
    for (const name of names) ids.add(name);
    return true;
  });
}
