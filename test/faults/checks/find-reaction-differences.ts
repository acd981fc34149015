import { reactionGroups } from "@sanu/contracts";
import { CompiledQuery } from "kysely";
import type { FaultSystem } from "../system.ts";
import { isPeriodic } from "./periodic-facts.ts";
import { type EventLogs, kindIn, type LogRow } from "./read-event-logs.ts";

/**
 * Facts that a service follows and whose handling is not on record exactly once, effects that no fact caused,
 * and effects that a fact caused twice.
 */
export async function findReactionDifferences(
  { databases }: Pick<FaultSystem, "databases">,
  logs: EventLogs,
): Promise<readonly string[]> {
  const services = [...new Set(reactionGroups.map(({ service }) => service))];
  const found = await Promise.all(
    services.map(async (service) => {
      const rows = await databases[service].query<{ id: string; times: number }>(
        CompiledQuery.raw(
          "select fact_id::text as id, count(*)::int as times from handled group by fact_id",
        ),
      );
      const times = new Map(rows.map(({ id, times: count }) => [id, count]));
      const facts = followedFacts(service, logs);
      const wrong = [...facts].filter((id) => times.get(id) !== 1);
      const strange = [...times.keys()].filter((id) => !facts.has(id));
      const younger = strange.length === 0 ? new Set() : await listPeriodic(databases, service);
      const unknown = strange.filter((id) => !younger.has(id));
      return [
        ...wrong.map((id) => `${service} handled the fact ${id} ${times.get(id) ?? 0} times`),
        ...unknown.map((id) => `${service} handled ${id}, which is no fact`),
      ];
    }),
  );
  return [...found.flat(), ...findEffectsTwice(logs)];
}

/** What a service followed that came by the clock, as it is now: the logs were read before what was handled. */
async function listPeriodic(
  databases: FaultSystem["databases"],
  service: string,
): Promise<ReadonlySet<unknown>> {
  const sources = reactionGroups.filter((group) => group.service === service);
  const rows = await Promise.all(
    sources.map(({ source }) =>
      databases[source].query<{ id: string; type: string }>(
        CompiledQuery.raw(
          "select event_id::text as id, public_type as type from events where public_type is not null",
        ),
      ),
    ),
  );
  const periodic = rows.flat().filter(({ type }) => isPeriodic(type));
  return new Set(periodic.map(({ id }) => id));
}

function followedFacts(service: string, logs: EventLogs): ReadonlySet<string> {
  const groups = reactionGroups.filter((group) => group.service === service);
  const ids = groups.flatMap(({ source, facts }) => {
    const names: readonly string[] = facts;
    return logs[source]
      .filter(({ publicType }) => names.includes(factNameOf(publicType)))
      .map(({ eventId }) => eventId);
  });
  return new Set(ids);
}

/** `sanu.<service>.<Name>.v<n>`: an event may be published under another name than its own. */
function factNameOf(publicType: string | null): string {
  return publicType?.split(".").at(-2) ?? "";
}

/** One payment and one payout for each transaction, and each of its own transaction; refunds have their own rules. */
function findEffectsTwice(logs: EventLogs): readonly string[] {
  return [
    ...findTwice("payments", logs.payments, "PaymentRequested"),
    ...findTwice("invoices", logs.payments, "InvoiceRequested"),
    ...findTwice("payouts", logs.payouts.filter(isNoRefund), "PayoutRequested"),
  ];
}

function findTwice(service: string, log: EventLogs["payments"], type: string): readonly string[] {
  const requests = log.filter((row) => row.type === type);
  const of = Map.groupBy(requests, ({ data }) => String(data["transactionId"]));
  return [...of].flatMap(([id, rows]) =>
    rows.length === 1 ? [] : [`${id} has ${rows.length} ${service}`],
  );
}

function isNoRefund({ data }: LogRow): boolean {
  return kindIn(data["transfer"]) !== "refund";
}
