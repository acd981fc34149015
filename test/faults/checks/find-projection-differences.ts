import * as identity from "@sanu/identity";
import type { Database, ProjectionSet } from "@sanu/platform";
import * as transactions from "@sanu/transactions";
import type { FaultSystem } from "../system.ts";

/**
 * Rows of read tables that are not, value by value, what the projection's own pure fold makes of the log from
 * version 1; rows that are missing, and rows of nothing. Guards have a fold written by hand of their own.
 */
export async function findProjectionDifferences({
  databases,
}: Pick<FaultSystem, "databases">): Promise<readonly string[]> {
  const found = await Promise.all([
    differencesOf(databases.identity, identity.accountsProjectionSet),
    differencesOf(databases.identity, identity.kycTiersProjectionSet),
    differencesOf(databases.transactions, transactions.projectionSet),
    differencesOf(databases.transactions, transactions.casesProjectionSet),
    differencesOf(databases.transactions, transactions.standingOrdersProjectionSet),
  ]);
  return found.flat();
}

async function differencesOf(database: Database, set: ProjectionSet): Promise<readonly string[]> {
  const findings = await set.verify({ database, names: set.projections });
  return findings.flatMap(({ table, differences }) =>
    differences.map(
      ({ key, live, folded }) => `${table} ${key} is ${shown(live)} and should be ${shown(folded)}`,
    ),
  );
}

function shown(row: object | undefined): string {
  if (row === undefined) return "missing";
  return JSON.stringify(row, (_name, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}
