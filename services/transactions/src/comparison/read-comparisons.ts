import type { Instant } from "@sanu/kernel";
import {
  type Database,
  type OpenDifference,
  ofBalance,
  type ReconciledState,
} from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { caseIdOf } from "../case/keys/case-id.ts";
import { ledgerAccounts } from "../case/ledger-accounts.ts";
import type { ComparedCurrency } from "./comparison-statements.ts";
import { notBegun } from "./ledger-base.ts";

interface ComparedRow {
  readonly currency: ComparedCurrency;
  readonly booked: bigint;
  readonly known: bigint;
  readonly caseKey: Instant | null;
  readonly comparedAt: Instant;
}

/** One that has not begun has compared nothing. */
const text = `
select currency, base + ledger as booked, known, case_key as "caseKey", compared_at as "comparedAt"
from float_comparisons
where slack is distinct from ${notBegun} order by currency desc`;

/** The floats of the ledger against what our accounts hold, told like the differences of a statement. */
export async function readLedgerComparisons(database: Pick<Database, "query">): Promise<{
  readonly accounts: readonly ReconciledState[];
  readonly differences: readonly OpenDifference[];
}> {
  const rows = await database.query<ComparedRow>(CompiledQuery.raw(text));
  return {
    accounts: rows.map(({ currency, known, comparedAt }) => ({
      account: ledgerAccounts[currency],
      comparedUntil: comparedAt,
      comparedAt,
      requestedAt: null,
      lastError: null,
      retiredAt: null,
      openCount: known === 0n ? 0n : 1n,
      decidedCount: 0n,
    })),
    differences: rows.filter(({ known }) => known !== 0n).map(differenceOf),
  };
}

function differenceOf({
  currency,
  booked,
  known,
  caseKey,
  comparedAt,
}: ComparedRow): OpenDifference {
  const account = ledgerAccounts[currency];
  const side = (amount: bigint) => {
    return { kind: null, state: null, currency, amount: amount.toString(), fee: null };
  };
  return {
    differenceId: caseIdOf("balance-difference", "rail-account", account, caseKey),
    provider: "ledger",
    account,
    ...ofBalance,
    booked: side(booked),
    stated: side(booked + known),
    occurredAt: caseKey ?? comparedAt,
    foundAt: caseKey ?? comparedAt,
  };
}
