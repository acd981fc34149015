import type { Instant } from "@sanu/kernel";
import { type Database, readReconciliation, requestComparison } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import type { FaultSystem } from "../system.ts";

const limits = { comparedWithinMs: 30_000, pauseMs: 100, rowsMax: 1_000, shownMax: 50 } as const;

/**
 * Has payments and payouts compare everything that moved since a moment, by default ever, with the providers' statements,
 * whatever its age, and returns what they find.
 */
export async function findStatementDifferences(
  { databases }: Pick<FaultSystem, "databases">,
  from: Instant | null = null,
): Promise<readonly string[]> {
  const { payments, payouts } = databases;
  const found = await Promise.all([
    differencesOf("payments", payments, from),
    differencesOf("payouts", payouts, from),
  ]);
  return found.flat();
}

async function differencesOf(
  service: string,
  database: Database,
  from: Instant | null,
): Promise<readonly string[]> {
  let why = "";
  const isCompared = async () => {
    await requestComparison(database, { from, graceMs: 0 });
    why = await awaitComparison(database);
    return why === "";
  };
  try {
    await eventually("statements are compared", isCompared, limits.comparedWithinMs);
  } catch {
    return [`${service} could not compare its statements: ${why}`];
  }
  const { differences } = await readReconciliation(database, { rowsMax: limits.rowsMax });
  // Who asks has the last days read again, too: what moved before is not what was asked about.
  const asked = differences.filter(({ occurredAt }) => from === null || occurredAt >= from);
  return asked
    .slice(0, limits.shownMax)
    .map(
      ({ account, kind, reference, key, booked, stated }) =>
        `the statement of ${account} has ${kind} ${reference ?? key}: ` +
        `booked ${JSON.stringify(booked)}, stated ${JSON.stringify(stated)}`,
    );
}

const waitingText = `
select account, last_error as error, coalesce(compared_at < requested_at, true) as waits
from statement_accounts order by account`;

/** Empty once every account is compared behind its request, else what stands in the way. */
async function awaitComparison(database: Database): Promise<string> {
  for (;;) {
    const rows = await database.query<{ account: string; error: string | null; waits: boolean }>(
      CompiledQuery.raw(waitingText),
    );
    const failed = rows.find(({ error }) => error !== null);
    if (failed !== undefined) return `${failed.account} ${failed.error}`;
    if (rows.length > 0 && rows.every(({ waits }) => !waits)) return "";
    await new Promise((resolve) => setTimeout(resolve, limits.pauseMs));
  }
}
