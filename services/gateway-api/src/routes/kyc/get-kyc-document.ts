import { Readable } from "node:stream";
import { GetKycPiece, type ReplyData } from "@sanu/contracts";
import { z } from "zod";
import { IdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

/** A document runs no script, loads nothing and is framed by nobody, whatever is in it. */
const documentPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";

export const getKycDocument = defineRoute({
  operationId: "getKycDocument",
  method: "GET",
  url: "/kyc/submissions/:id/documents/:documentId",
  access: "staff",
  isTransfer: true,
  tag: "kyc",
  summary: "A document; the log keeps who opened it",
  input: { params: z.object({ id: IdField, documentId: IdField }) },
  success: {
    description: "JPEG, PNG or PDF",
    contentType: "application/octet-stream",
    schema: z.file(),
  },
  problems: GetKycPiece.refusals,
  async handler({ client, principal: { accountId: by }, params, reply }) {
    const { id: submissionId, documentId } = params;
    const getPiece = (piece: number) =>
      client.request(GetKycPiece, { by, submissionId, documentId, piece });
    const first = await getPiece(0);
    if (first.kind !== "replied") return first;
    const { contentType, bytes } = first.data;
    reply.headers({
      "content-type": contentType,
      "content-length": String(bytes),
      "content-disposition": "attachment",
      "content-security-policy": documentPolicy,
    });
    reply.send(Readable.from(contentsOf(first.data, getPiece), { objectMode: false }));
    return undefined;
  },
});

type Piece = ReplyData<typeof GetKycPiece>;

/** Ends with an error, and so the connection before its promised length, when a piece cannot be had. */
async function* contentsOf(
  first: Piece,
  getPiece: (piece: number) => Promise<{ readonly kind: string; readonly data?: Piece }>,
): AsyncGenerator<Buffer, void, void> {
  yield Buffer.from(first.bytesBase64, "base64");
  for (let piece = 1; piece < first.pieces; piece += 1) {
    const { data } = await getPiece(piece);
    if (data === undefined) throw new Error("A piece of a document cannot be had");
    yield Buffer.from(data.bytesBase64, "base64");
  }
}
