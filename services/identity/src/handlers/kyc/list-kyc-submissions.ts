import { GetKycSubmission, ListKycSubmissions } from "@sanu/contracts";
import { type Database, handleRequest, refuse, refuseCursor } from "@sanu/platform";
import type { DocumentKeys } from "../../kyc/document-keys.ts";
import { findReview, readReviews } from "../../kyc/read-submissions.ts";
import { readCursor } from "../../projections/page.ts";

export interface ReviewDeps {
  readonly database: Database;
  readonly documentKeys: DocumentKeys;
}

export const listKycSubmissions = (deps: ReviewDeps) =>
  handleRequest(ListKycSubmissions, async ({ status, limit, cursor }) => {
    const after = readCursor(cursor);
    return after === undefined ? refuseCursor() : readReviews(deps, { status, limit, after });
  });

/** One submission with its number opened; `not-found` before it was handed in and after the person was erased. */
export const getKycSubmission = (deps: ReviewDeps) =>
  handleRequest(GetKycSubmission, async ({ submissionId }) => {
    const submission = await findReview(deps, submissionId);
    return submission === undefined ? refuse("not-found") : { submission };
  });
