import { AddKycPiece } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { brokenConstraint, type Database, handleRequest, refuse } from "@sanu/platform";
import type { DocumentKeys } from "../../kyc/document-keys.ts";
import { documentTypeOf } from "../../kyc/document-type.ts";
import { placeOfPiece, seal } from "../../kyc/sealed.ts";
import { insertPiece, kycConstraints } from "../../kyc/submission-writes.ts";

/** What is no document is refused by its first bytes. */
export const addKycPiece = (deps: {
  readonly database: Database;
  readonly documentKeys: DocumentKeys;
}) =>
  handleRequest(AddKycPiece, async ({ accountId, submissionId, document, piece, bytesBase64 }) => {
    const bytes = Buffer.from(bytesBase64, "base64");
    const contentType = piece === 0 ? documentTypeOf(bytes) : undefined;
    if (piece === 0 && contentType === undefined) {
      return refuse("validation-failed", undefined, { documents: ["invalid-document"] });
    }
    const opens = contentType && { documentId: newId(), contentType };
    const sealed = seal(deps.documentKeys, placeOfPiece(submissionId, document, piece), bytes);
    const stored = { submissionId, accountId, document, piece, sealed, bytes: bytes.length, opens };
    try {
      await deps.database.query(insertPiece(stored));
      return {};
    } catch (error) {
      const constraint = brokenConstraint(error);
      if (constraint === kycConstraints.open) return refuse("not-found");
      if (constraint === kycConstraints.bytes) return refuse("body-too-large");
      throw error;
    }
  });
