import type { CaseSubject } from "@sanu/contracts";

/** The floats of the ledger, by what they hold. */
export const ledgerAccounts = {
  XOF: "ledger/gateway_float",
  SATS: "ledger/node_float",
} as const;

/** The accounts at providers have names of their own, and their differences are facts of whoever reads their statements. */
export function isOfLedger({ id }: Pick<CaseSubject, "id">): boolean {
  return Object.values<string>(ledgerAccounts).includes(id);
}
