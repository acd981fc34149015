import { GetPayer } from "@sanu/contracts";
import { type Database, handleRequest } from "@sanu/platform";
import { findPayer, payerTable } from "../database/payer-number.ts";

/** Which number paid, where the provider named it. */
export function getPayer({ database }: { readonly database: Database }) {
  const isKept = payerTable(database);
  return handleRequest(GetPayer, async ({ paymentId }) => ({
    number: (await isKept()) ? await findPayer(database, paymentId) : null,
  }));
}
