import { createHash, type Hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AddKycPiece, type FieldErrors } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import type { NoReply, ScopedClient } from "../../clients/request-client.ts";
import { uploadLimits } from "../../limits.ts";
import { piecesOf } from "../../multipart/pieces-of.ts";
import { type Part, readParts, UnreadableFormError } from "../../multipart/read-parts.ts";

/** A form that was read to its end, its documents on their way piece by piece. */
export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly documentBytes: readonly number[];
  readonly errors: FieldErrors;
  /** Equal for forms with the same fields and documents. */
  readonly bodyHash: string;
}

/** Where the pieces go; `submissionId` is null where they are only compared with earlier ones. */
export interface Receiver {
  readonly client: ScopedClient;
  readonly accountId: AccountId;
  readonly submissionId: string | null;
}

/** Identity did not store a piece, for another reason than its content, or could not be reached. */
export class PieceNotStoredError extends Error {
  override readonly name = "PieceNotStoredError";
  readonly result: NoReply;

  constructor(result: NoReply) {
    super("A piece of a document was not stored");
    this.result = result;
  }
}

/**
 * Reads a form and hands its documents on while they arrive, never more than a piece at a time. Documents that are
 * none are named together with the broken fields, so the form is read to its end. Throws `UnreadableFormError` and
 * `PieceNotStoredError`.
 */
export async function receiveDocuments(
  source: IncomingMessage,
  receiver: Receiver,
): Promise<ReceivedForm> {
  const fields = new Map<string, string>();
  const documents = createDocuments(receiver);
  const hash = createHash("sha256");
  for await (const part of readParts(source)) {
    const value = part.kind === "field" ? part.value : null;
    hash.update(JSON.stringify([part.name, value]));
    if (part.kind === "file") await documents.receive(part, hash);
    else if (!fields.has(part.name)) fields.set(part.name, part.value);
  }
  return {
    fields: Object.fromEntries(fields),
    documentBytes: documents.lengths,
    errors: documents.findErrors(),
    bodyHash: hash.digest("hex"),
  };
}

function createDocuments(receiver: Receiver) {
  const lengths: number[] = [];
  let totalBytes = 0;
  let isBroken = false;
  return {
    lengths,
    findErrors(): FieldErrors {
      if (lengths.length === 0) return { documents: ["required"] };
      return isBroken ? { documents: ["invalid-document"] } : {};
    },
    async receive({ bytes }: Extract<Part, { kind: "file" }>, hash: Hash): Promise<void> {
      const document = lengths.length;
      let length = 0;
      let piece = 0;
      for await (const content of piecesOf(bytes, uploadLimits.pieceBytes)) {
        hash.update(content);
        length += content.length;
        totalBytes += content.length;
        if (totalBytes > uploadLimits.documentBytesMax) {
          throw new UnreadableFormError("body-too-large");
        }
        // Behind one that is no document the others need not travel.
        isBroken ||= !(await storePiece(receiver, { document, piece }, content));
        piece += 1;
      }
      isBroken ||= length === 0;
      lengths.push(length);
    },
  };
}

/** Stores it with identity; false where it is no piece of a document. */
async function storePiece(
  { client, accountId, submissionId }: Receiver,
  place: { readonly document: number; readonly piece: number },
  content: Buffer,
): Promise<boolean> {
  if (submissionId === null) return true;
  const bytesBase64 = content.toString("base64");
  const piece = { accountId, submissionId, ...place, bytesBase64 };
  const result = await client.request(AddKycPiece, piece);
  if (result.kind === "replied") return true;
  if (result.kind === "refused" && result.refusal.code === "validation-failed") return false;
  throw new PieceNotStoredError(result);
}
