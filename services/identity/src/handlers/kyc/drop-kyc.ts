import { DropKyc } from "@sanu/contracts";
import { type Database, handleRequest } from "@sanu/platform";
import { deleteSubmission } from "../../kyc/submission-writes.ts";

/** Deletes what will not be handed in; what was handed in stays. */
export const dropKyc = (deps: { readonly database: Database }) =>
  handleRequest(DropKyc, async (of) => {
    await deps.database.query(deleteSubmission(of));
    return {};
  });
