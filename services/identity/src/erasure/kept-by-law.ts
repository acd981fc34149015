import type { SealedView } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Database, Sealing, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { DocumentKeys } from "../kyc/document-keys.ts";
import { open, placeOfNumber, placeOfPiece } from "../kyc/sealed.ts";

export interface KeptByLawDeps {
  readonly database: Database;
  readonly documentKeys: DocumentKeys;
  readonly sealing: Sealing;
}

/** Documents were accepted behind the look: what is sealed is not all of them. */
export const sealedWholeConstraint = "sealed_records_whole";

const contacts = ["name", "email", "whatsapp", "address"] as const;

/** What of her is sealed; the page of personal data says the same, which a rule compares. */
export const sealedColumns = [
  ...contacts.map((column) => `account_contacts.${column}`),
  "kyc_submissions.document_kind",
  "kyc_submissions.document_number",
  "kyc_documents.content_type",
  "kyc_pieces.sealed",
] as const;

interface Submission {
  readonly submissionId: string;
  readonly documentKind: string;
  readonly number: Uint8Array;
  readonly submittedAt: Instant;
  readonly decidedAt: Instant;
}

interface Piece {
  readonly submissionId: string;
  readonly document: number;
  readonly piece: number;
  readonly contentType: string;
}

const personText = `
select ${contacts.join(", ")}, verified_at as "verifiedAt" from account_contacts
where account_id = $1 and verified_at is not null`;

const submissionsText = `
select submission_id as "submissionId", document_kind as "documentKind", document_number as number,
  submitted_at as "submittedAt", decided_at as "decidedAt"
from kyc_submissions where account_id = $1 and status = 'APPROVED' order by submitted_at, submission_id`;

const piecesText = `
select submission_id as "submissionId", document, piece, content_type as "contentType"
from kyc_pieces join kyc_documents using (submission_id, document)
where submission_id = any ($1) order by submission_id, document, piece`;

const pieceText = `
select sealed from kyc_pieces where submission_id = $1 and document = $2 and piece = $3`;

/**
 * Seals who a person was and the documents that proved it, for the commit that deletes both. Nothing, where nobody ever paid
 * for a transaction of hers and no document was accepted: then the law obliges to nothing.
 */
export async function sealKeptByLaw(
  deps: KeptByLawDeps,
  accountId: AccountId,
  {
    hasPaidTransactions,
    until,
  }: { readonly hasPaidTransactions: boolean; readonly until: Instant },
): Promise<{ readonly sealed: SealedView | undefined; readonly writes: readonly Statement[] }> {
  const [person] = await deps.database.query(CompiledQuery.raw(personText, [accountId]));
  const submissions = await deps.database.query<Submission>(
    CompiledQuery.raw(submissionsText, [accountId]),
  );
  const ids = submissions.map(({ submissionId }) => submissionId);
  const isWhole = CompiledQuery.raw("select assert_documents_sealed($1, $2)", [accountId, ids]);
  if (person === undefined || (submissions.length === 0 && !hasPaidTransactions)) {
    return { sealed: undefined, writes: [isWhole] };
  }
  const pieces = await deps.database.query<Piece>(CompiledQuery.raw(piecesText, [ids]));
  const documents = submissions.map((each) => documentOf(deps, each, pieces));
  const record = { accountId, kind: "person", name: "person" };
  const plain = Buffer.from(JSON.stringify({ person, documents }));
  const what: SealedView["what"] = ["identity"];
  if (submissions.length > 0) what.push("documents");
  if (hasPaidTransactions) what.push("transactions");
  const writes = [isWhole, await deps.sealing.seal(record, plain, until)];
  // One by one: together they may be many megabytes in the clear.
  for (const piece of pieces) writes.push(await sealPiece(deps, accountId, piece, until));
  return { sealed: { until, what }, writes };
}

function documentOf(
  { documentKeys }: KeptByLawDeps,
  { number, ...submission }: Submission,
  pieces: readonly Piece[],
) {
  const own = pieces.filter(({ submissionId }) => submissionId === submission.submissionId);
  const contentTypes = new Map(own.map(({ document, contentType }) => [document, contentType]));
  const place = placeOfNumber(submission.submissionId);
  return {
    ...submission,
    number: open(documentKeys, place, number).toString(),
    contentTypes: [...contentTypes.values()],
  };
}

async function sealPiece(
  { database, documentKeys, sealing }: KeptByLawDeps,
  accountId: AccountId,
  { submissionId, document, piece }: Piece,
  until: Instant,
): Promise<Statement> {
  const values = [submissionId, document, piece];
  const [row] = await database.query<{ sealed: Uint8Array }>(CompiledQuery.raw(pieceText, values));
  if (row === undefined) throw new Error(`A piece of submission ${submissionId} is gone`);
  const plain = open(documentKeys, placeOfPiece(submissionId, document, piece), row.sealed);
  const name = `${submissionId}/${String(document).padStart(2, "0")}/${String(piece).padStart(4, "0")}`;
  return sealing.seal({ accountId, kind: "document", name }, plain, until);
}
