import type { KycDocumentKind } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { DocumentType } from "./document-type.ts";
import { kycLimits } from "./kyc-limits.ts";

export const kycConstraints = {
  /** She is erased. */
  owner: "kyc_submissions_account_id_fkey",
  /** Never begun, somebody else's, handed in already, or deleted by age. */
  open: "kyc_submission_open",
  bytes: "kyc_submission_bytes",
  whole: "kyc_documents_whole",
} as const;

export interface OfSubmission {
  readonly submissionId: string;
  readonly accountId: AccountId;
}

/** Opens a submission; nobody sees it until it is handed in. */
export function insertSubmission(
  { submissionId, accountId }: OfSubmission,
  at: Instant,
): Statement {
  return CompiledQuery.raw(
    `insert into kyc_submissions (submission_id, account_id, status, begun_at)
     values ($1, $2, 'UPLOADING', $3) on conflict (submission_id) do nothing`,
    [submissionId, accountId, at],
  );
}

/** One piece, sealed. The first piece of a document says what it is. */
export interface SealedPiece extends OfSubmission {
  readonly document: number;
  readonly piece: number;
  readonly sealed: Uint8Array;
  /** The length before it was sealed. */
  readonly bytes: number;
  readonly opens: { readonly documentId: string; readonly contentType: DocumentType } | undefined;
}

/** One that is there already stays as it is. */
export function insertPiece(piece: SealedPiece): Statement {
  return CompiledQuery.raw("select insert_kyc_piece($1, $2, $3, $4, $5, $6, $7, $8, $9)", [
    piece.submissionId,
    piece.accountId,
    piece.document,
    piece.piece,
    piece.sealed,
    piece.bytes,
    kycLimits.bytesMax,
    piece.opens?.documentId ?? null,
    piece.opens?.contentType ?? null,
  ]);
}

export function submitDocuments(
  of: OfSubmission & {
    readonly documentKind: KycDocumentKind;
    readonly sealedNumber: Uint8Array;
    readonly documentBytes: readonly number[];
    readonly at: Instant;
  },
): Statement {
  return CompiledQuery.raw("select submit_kyc($1, $2, $3, $4, $5, $6)", [
    of.submissionId,
    of.accountId,
    of.documentKind,
    of.sealedNumber,
    of.documentBytes,
    of.at,
  ]);
}

/** Deletes a submission of its owner that was not handed in yet; any other stays. */
export function deleteSubmission({ submissionId, accountId }: OfSubmission): Statement {
  return CompiledQuery.raw(
    `delete from kyc_submissions
     where submission_id = $1 and account_id = $2 and status = 'UPLOADING'`,
    [submissionId, accountId],
  );
}

export function updateDecision(decision: {
  readonly submissionId: string;
  readonly status: "APPROVED" | "REJECTED";
  readonly by: AccountId;
  readonly reasonId: string;
  readonly at: Instant;
}): Statement {
  const { submissionId, status, by, reasonId, at } = decision;
  return CompiledQuery.raw(
    `update kyc_submissions set status = $2, decided_by = $3, reason_id = $4, decided_at = $5
     where submission_id = $1`,
    [submissionId, status, by, reasonId, at],
  );
}
