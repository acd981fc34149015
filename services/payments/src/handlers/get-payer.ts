import { GetPayer } from "@sanu/contracts";
import { type Database, handleRequest } from "@sanu/platform";
import { findPayer, payerColumn } from "../database/payer-number.ts";

/** Which number paid, where the provider named it. */
export function getPayer({ database }: { readonly database: Database }) {
  const isKept = payerColumn(database);
  return handleRequest(GetPayer, async ({ paymentId }) => ({
    number: (await isKept()) ? await findPayer(database, paymentId) : null,
  }));
}
