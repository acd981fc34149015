import { GetPayer } from "@sanu/contracts";
import { type Database, handleRequest } from "@sanu/platform";
import { findPayer } from "../database/payer-number.ts";

/** Which number paid, where the provider named it. */
export function getPayer({ database }: { readonly database: Database }) {
  return handleRequest(GetPayer, async ({ paymentId }) => ({
    number: await findPayer(database, paymentId),
  }));
}
