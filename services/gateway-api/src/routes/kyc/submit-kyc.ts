import { KycDocumentKind, SubmitKyc } from "@sanu/contracts";
import { messagesOfIssues, messagesOfRules } from "@sanu/platform";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { KycClient } from "../../clients/kyc.ts";
import type { NoAnswer } from "../../clients/request-client.ts";
import { IdempotencyHeaders, requiredText } from "../../fields/fields.ts";
import { idempotencyKeyOf } from "../../fields/idempotency-key.ts";
import { fieldLimits, uploadLimits } from "../../limits.ts";
import { discardRest } from "../../multipart/discard-rest.ts";
import { UnreadableFormError } from "../../multipart/read-parts.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { KycSubmittedAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { sendFrozen } from "../../plugins/idempotency.ts";
import { type AnyReply, type Problem, refuse, sendProblem } from "../../plugins/problems.ts";
import { languageOf, principalOf, streamingCallOf } from "../../plugins/request-context.ts";
import { compileValidator } from "../../plugins/validation.ts";
import {
  PieceNotTakenError,
  type ReceivedForm,
  type Receiver,
  receiveDocuments,
} from "./receive-documents.ts";

const Fields = z.object({
  document_kind: KycDocumentKind,
  document_number: requiredText(fieldLimits.documentNumberLettersMax),
});

const Form = Fields.extend({
  documents: z
    .array(z.file())
    .min(1)
    .max(uploadLimits.documentsMax)
    .describe("JPEG, PNG or PDF by their content; 8 MiB together"),
});

/** POST kyc: documents that prove who a person is, handed on to identity while they arrive. */
export function submitKyc(app: GatewayApp, kyc: KycClient): void {
  // The one exception to JSON bodies. The handler reads it, so that it is nowhere as a whole.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  app.setValidatorCompiler<z.ZodType>((part) =>
    part.httpPart === "body" ? () => ({ value: undefined }) : compileValidator(part),
  );
  app.route({
    method: "POST",
    url: "/kyc",
    schema: {
      ...describeRoute(
        { body: Form, headers: IdempotencyHeaders },
        {
          operationId: "submitKyc",
          tag: "kyc",
          summary: "Hand in documents that prove who you are",
          success: { status: 201, description: "They will be checked", schema: KycSubmittedAnswer },
          problems: SubmitKyc.refusals,
        },
      ),
      consumes: ["multipart/form-data"],
    },
    handler: async (request, reply) => {
      const outcome = await submit(kyc, request);
      if (outcome.kind === "submitted") return sendFrozen(reply, 201, outcome);
      // Whoever is still sending would see a broken connection instead of the reason.
      if (!(await discardRest(request.raw))) reply.header("connection", "close");
      return answerWith(reply, outcome);
    },
  });
}

type Refused =
  | { readonly kind: "problem"; readonly problem: Problem }
  | { readonly kind: "no-response"; readonly result: NoAnswer };
type Outcome =
  | Refused
  | { readonly kind: "submitted"; readonly answerJson: string; readonly replayed: boolean };

const problemOutcome = (code: Problem["code"]): Refused => ({ kind: "problem", problem: { code } });

function answerWith<Reply extends AnyReply>(reply: Reply, refused: Refused): Reply {
  return refused.kind === "problem"
    ? sendProblem(reply, refused.problem)
    : refuse(reply, refused.result);
}

async function submit(kyc: KycClient, request: FastifyRequest): Promise<Outcome> {
  const { headers } = request;
  if (headers["content-type"] === undefined) return problemOutcome("unsupported-media-type");
  if (Number(headers["content-length"]) > uploadLimits.bodyBytesMax) {
    return problemOutcome("body-too-large");
  }
  const { accountId } = principalOf(request);
  const call = streamingCallOf(request);
  const idempotencyKey = idempotencyKeyOf(headers);
  const begun = await kyc.begin({ accountId, idempotencyKey }, call);
  if (begun.kind !== "replied") return { kind: "no-response", result: begun };
  const { submissionId } = begun.data;
  const receiver = { kyc, call, accountId, submissionId };
  const outcome = await receiveAndHandIn(request, receiver, idempotencyKey);
  if (outcome.kind !== "submitted" && submissionId !== null) {
    await kyc.drop({ accountId, submissionId }, call);
  }
  return outcome;
}

async function receiveAndHandIn(
  request: FastifyRequest,
  receiver: Receiver,
  idempotencyKey: string | null,
): Promise<Outcome> {
  const { kyc, call, accountId, submissionId } = receiver;
  try {
    const form = await receiveDocuments(request.raw, receiver);
    const { bodyHash } = form;
    const fields = Fields.safeParse(form.fields);
    if (!fields.success || Object.keys(form.errors).length > 0) {
      return { kind: "problem", problem: problemOfForm(request, form, fields.error) };
    }
    const result = await kyc.submit(
      {
        accountId,
        submissionId,
        documentKind: fields.data.document_kind,
        documentNumber: fields.data.document_number,
        documentBytes: [...form.documentBytes],
        language: languageOf(request),
        idempotency: idempotencyKey === null ? null : { key: idempotencyKey, bodyHash },
      },
      call,
    );
    return result.kind === "replied"
      ? { kind: "submitted", ...result.data }
      : { kind: "no-response", result };
  } catch (error) {
    if (error instanceof UnreadableFormError) return problemOutcome(error.problem);
    if (error instanceof PieceNotTakenError) return { kind: "no-response", result: error.result };
    throw error;
  }
}

/** Everything that is wrong with a form at once: its fields and its documents. */
function problemOfForm(
  request: FastifyRequest,
  { fields, errors }: ReceivedForm,
  error: z.ZodError | undefined,
): Problem {
  const language = languageOf(request);
  return {
    code: "validation-failed",
    errors: {
      ...messagesOfIssues(error?.issues ?? [], fields, language),
      ...messagesOfRules(errors, language),
    },
  };
}
