import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { DocumentKeys } from "./document-keys.ts";
import type { DocumentType } from "./document-type.ts";
import { open, placeOfPiece } from "./sealed.ts";

export interface ReadPiece {
  readonly accountId: AccountId;
  readonly contentType: DocumentType;
  readonly bytes: number;
  readonly pieces: number;
  readonly content: Buffer;
}

interface PieceRow extends Omit<ReadPiece, "content"> {
  readonly document: number;
  readonly sealed: Uint8Array;
}

const pieceText = `
select submission.account_id as "accountId", doc.content_type as "contentType", doc.bytes,
  doc.document, one.sealed, (select count(*)::int from kyc_pieces as every
    where every.submission_id = doc.submission_id and every.document = doc.document) as pieces
from kyc_documents as doc join kyc_submissions as submission using (submission_id)
join kyc_pieces as one using (submission_id, document)
where doc.submission_id = $1 and doc.document_id = $2 and one.piece = $3
  and submission.submitted_at is not null`;

/** Opens one piece; `undefined` where there is none. Throws `UnopenableError` when it was tampered with. */
export async function readPiece(
  deps: { readonly database: Database; readonly documentKeys: DocumentKeys },
  of: { readonly submissionId: string; readonly documentId: string; readonly piece: number },
): Promise<ReadPiece | undefined> {
  const { submissionId, documentId, piece } = of;
  const [row] = await deps.database.query<PieceRow>(
    CompiledQuery.raw(pieceText, [submissionId, documentId, piece]),
  );
  if (row === undefined) return undefined;
  const { document, sealed, ...known } = row;
  const place = placeOfPiece(submissionId, document, piece);
  return { ...known, content: open(deps.documentKeys, place, sealed) };
}
