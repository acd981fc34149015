import { Readable } from "node:stream";
import { GetKycPiece, type ReplyData } from "@sanu/contracts";
import { z } from "zod";
import type { KycClient } from "../../clients/kyc.ts";
import { IdField } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { principalOf, streamingCallOf } from "../../plugins/request-context.ts";

/** A document runs no script, loads nothing and is framed by nobody, whatever is in it. */
const documentPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** GET kyc/submissions/{id}/documents/{documentId}: a document for the staff, piece by piece. */
export function getKycDocument(app: GatewayApp, kyc: KycClient): void {
  app.route({
    method: "GET",
    url: "/kyc/submissions/:id/documents/:documentId",
    schema: describeRoute(
      { params: z.object({ id: IdField, documentId: IdField }) },
      {
        operationId: "getKycDocument",
        tag: "kyc",
        summary: "A document; the log keeps who opened it",
        success: {
          status: 200,
          description: "JPEG, PNG or PDF",
          contentType: "application/octet-stream",
          schema: z.file(),
        },
        problems: GetKycPiece.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { id: submissionId, documentId } = request.params;
      const of = { by: principalOf(request).accountId, submissionId, documentId };
      const call = streamingCallOf(request);
      const first = await kyc.getPiece({ ...of, piece: 0 }, call);
      if (first.kind !== "replied") return refuse(reply, first);
      const { contentType, bytes } = first.data;
      reply.headers({
        "content-type": contentType,
        "content-length": String(bytes),
        "content-disposition": "attachment",
        "content-security-policy": documentPolicy,
      });
      const others = (piece: number) => kyc.getPiece({ ...of, piece }, call);
      return reply.send(Readable.from(contentsOf(first.data, others), { objectMode: false }));
    },
  });
}

type Piece = ReplyData<typeof GetKycPiece>;

/** Ends with an error, and so the connection before its promised length, when a piece cannot be had. */
async function* contentsOf(
  first: Piece,
  getPiece: (piece: number) => ReturnType<KycClient["getPiece"]>,
): AsyncGenerator<Buffer, void, void> {
  yield Buffer.from(first.bytesBase64, "base64");
  for (let piece = 1; piece < first.pieces; piece += 1) {
    const next = await getPiece(piece);
    if (next.kind !== "replied") throw new Error("A piece of a document cannot be had");
    yield Buffer.from(next.data.bytesBase64, "base64");
  }
}
