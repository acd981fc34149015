import type { KycDocumentView, KycReviewView, KycSubmissionView } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { type Page, type Place, pageOfRows } from "../projections/page.ts";
import type { DocumentKeys } from "./document-keys.ts";
import { open, placeOfNumber, UnopenableError } from "./sealed.ts";

interface SubmissionRow {
  readonly id: string;
  readonly status: KycSubmissionView["status"];
  readonly documentKind: KycSubmissionView["document_kind"];
  readonly documents: readonly KycDocumentView[] | null;
  readonly submittedAt: Instant;
  readonly decidedAt: Instant | null;
  readonly reason: string | null;
}

interface ReviewRow extends SubmissionRow {
  readonly sealedNumber: Uint8Array;
  readonly decidedBy: AccountId | null;
  readonly user: KycReviewView["user"];
}

const documentsText = `
(select json_agg(json_build_object(
    'id', document_id, 'content_type', content_type, 'bytes', bytes) order by document)
  from kyc_documents where kyc_documents.submission_id = submission.submission_id)`;

const submissionColumns = `
submission.submission_id as id, submission.status, document_kind as "documentKind",
${documentsText} as documents, submitted_at as "submittedAt", decided_at as "decidedAt",
action.reason`;

const newestText = `
select ${submissionColumns} from kyc_submissions as submission
left join admin_actions as action using (reason_id)
where submission.account_id = $1 and submitted_at is not null
order by submitted_at desc, submission_id desc limit 1`;

export async function findNewestSubmission(
  database: Database,
  accountId: AccountId,
): Promise<KycSubmissionView | undefined> {
  const [row] = await database.query<SubmissionRow>(CompiledQuery.raw(newestText, [accountId]));
  return row && submissionView(row);
}

/** The documents of a submission, also before it is handed in, in the order of their numbers. */
export async function readDocuments(
  database: Database,
  submissionId: string,
): Promise<readonly KycDocumentView[]> {
  const text = `select document_id as id, content_type, bytes from kyc_documents
    where submission_id = $1 order by document`;
  return database.query<KycDocumentView>(CompiledQuery.raw(text, [submissionId]));
}

const reviewText = `
select ${submissionColumns}, document_number as "sealedNumber", decided_by as "decidedBy",
  json_build_object('id', contact.account_id, 'name', contact.name, 'email', contact.email,
    'country', accounts.country, 'kyc_tier_id', accounts.kyc_tier) as "user"
from kyc_submissions as submission
join account_contacts as contact using (account_id) join accounts using (account_id)
left join admin_actions as action using (reason_id)`;

/** A submission as the staff sees it; `undefined` before it was handed in and when the person was erased. */
export async function findReview(
  deps: { readonly database: Database; readonly documentKeys: DocumentKeys },
  submissionId: string,
): Promise<KycReviewView | undefined> {
  const text = `${reviewText} where submission_id = $1 and submitted_at is not null`;
  const [row] = await deps.database.query<ReviewRow>(CompiledQuery.raw(text, [submissionId]));
  return row && reviewView(row, deps.documentKeys);
}

const queueText = `${reviewText}
where submission.status = $1 and ($2::timestamptz is null or (submitted_at, submission_id) > ($2, $3))
order by submitted_at, submission_id limit $4`;

export async function readReviews(
  deps: { readonly database: Database; readonly documentKeys: DocumentKeys },
  of: {
    readonly status: KycSubmissionView["status"];
    readonly limit: number;
    readonly after: Place | null;
  },
): Promise<Page<KycReviewView>> {
  const { status, limit, after } = of;
  const values = [status, after?.at ?? null, after?.id ?? null, limit + 1];
  const rows = await deps.database.query<ReviewRow>(CompiledQuery.raw(queueText, values));
  return pageOfRows(rows, limit, {
    placeOf: ({ submittedAt, id }) => ({ at: submittedAt, id }),
    viewOf: (row) => reviewView(row, deps.documentKeys),
  });
}

function submissionView(row: SubmissionRow): KycSubmissionView {
  return {
    id: row.id,
    status: row.status,
    document_kind: row.documentKind,
    documents: [...(row.documents ?? [])],
    submitted_at: row.submittedAt,
    decided_at: row.decidedAt,
    reason: row.reason,
  };
}

function reviewView(row: ReviewRow, documentKeys: DocumentKeys): KycReviewView {
  return {
    ...submissionView(row),
    document_number: openNumber(row, documentKeys),
    decided_by: row.decidedBy,
    user: row.user,
  };
}

/** `null` where its key is not there or it was tampered with: that keeps nobody from the others, nor from rejecting it. */
function openNumber({ id, sealedNumber }: ReviewRow, documentKeys: DocumentKeys): string | null {
  try {
    return open(documentKeys, placeOfNumber(id), sealedNumber).toString();
  } catch (error) {
    if (error instanceof UnopenableError) return null;
    throw error;
  }
}
