import {
  BeginKyc,
  DropKyc,
  KycDocumentKind,
  KycView,
  type Language,
  plainDocumentNumber,
  SubmitKyc,
} from "@sanu/contracts";
import { messagesOfIssues, messagesOfRules } from "@sanu/platform";
import { z } from "zod";
import { IdempotencyHeaders, requiredText, rule } from "../../fields/fields.ts";
import { fieldLimits, uploadLimits } from "../../limits.ts";
import { UnreadableFormError } from "../../multipart/read-parts.ts";
import { idempotencyKeyOf, sendFrozen } from "../../plugins/idempotency.ts";
import { type Failure, type Problem, problem } from "../../plugins/problems.ts";
import { type Call, defineRoute, withOwnParsers } from "../define-route.ts";
import {
  PieceNotStoredError,
  type ReceivedForm,
  type Receiver,
  receiveDocuments,
} from "./receive-documents.ts";

const Fields = z.object({
  document_kind: KycDocumentKind,
  document_number: requiredText(fieldLimits.documentNumberLettersMax)
    .refine((number) => plainDocumentNumber(number) !== undefined, rule("invalid-document-number"))
    .describe(
      "Digits and the letters from A to Z; spaces, dashes and dots between them do not count",
    ),
});

const Form = Fields.extend({
  documents: z
    .array(z.file())
    .min(1)
    .max(uploadLimits.documentsMax)
    .describe("JPEG, PNG or PDF by their content; 8 MiB together"),
});

const input = { body: Form, headers: IdempotencyHeaders };

type SubmitCall = Call<typeof input, "customers">;

/** Hands documents on to identity while they arrive. */
export const submitKyc = withOwnParsers(
  // The one exception to JSON bodies. The handler reads it, so that it is nowhere as a whole.
  (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  },
  defineRoute({
    operationId: "submitKyc",
    method: "POST",
    url: "/kyc",
    access: "customers",
    isTransfer: true,
    tag: "kyc",
    summary: "Hand in documents that prove who you are",
    input,
    consumes: "multipart/form-data",
    success: {
      status: 201,
      description: "They will be checked",
      body: { data: z.object({ kyc: KycView }), message: z.string() },
    },
    problems: SubmitKyc.refusals,
    async handler(call) {
      const result = await submit(call);
      return result.kind === "submitted" ? void sendFrozen(call.reply, 201, result) : result;
    },
  }),
);

type Submission =
  | Failure
  | { readonly kind: "submitted"; readonly responseJson: string; readonly replayed: boolean };

async function submit(call: SubmitCall): Promise<Submission> {
  const { client, request, principal } = call;
  if (request.headers["content-type"] === undefined) return problem("unsupported-media-type");
  if (Number(request.headers["content-length"]) > uploadLimits.bodyBytesMax) {
    return problem("body-too-large");
  }
  const { accountId } = principal;
  const idempotencyKey = idempotencyKeyOf(call.headers);
  const begun = await client.request(BeginKyc, { accountId, idempotencyKey });
  if (begun.kind !== "replied") return begun;
  const { submissionId } = begun.data;
  const receiver = { client, accountId, submissionId };
  const submission = await receiveAndHandIn(call, receiver, idempotencyKey);
  if (submission.kind !== "submitted" && submissionId !== null) {
    await client.request(DropKyc, { accountId, submissionId });
  }
  return submission;
}

async function receiveAndHandIn(
  { request, language }: SubmitCall,
  receiver: Receiver,
  idempotencyKey: string | null,
): Promise<Submission> {
  const { client, accountId, submissionId } = receiver;
  try {
    const form = await receiveDocuments(request.raw, receiver);
    const { bodyHash } = form;
    const fields = Fields.safeParse(form.fields);
    if (!fields.success || Object.keys(form.errors).length > 0) {
      return { kind: "problem", problem: problemOfForm(form, fields.error, language) };
    }
    const result = await client.request(SubmitKyc, {
      accountId,
      submissionId,
      documentKind: fields.data.document_kind,
      documentNumber: fields.data.document_number,
      documentBytes: [...form.documentBytes],
      language,
      idempotency: idempotencyKey === null ? null : { key: idempotencyKey, bodyHash },
    });
    return result.kind === "replied" ? { kind: "submitted", ...result.data } : result;
  } catch (error) {
    if (error instanceof UnreadableFormError) return problem(error.problem);
    if (error instanceof PieceNotStoredError) return error.result;
    throw error;
  }
}

/** Everything that is wrong with a form at once: its fields and its documents. */
function problemOfForm(
  { fields, errors }: ReceivedForm,
  error: z.ZodError | undefined,
  language: Language,
): Problem {
  return {
    code: "validation-failed",
    errors: {
      ...messagesOfIssues(error?.issues ?? [], fields, language),
      ...messagesOfRules(errors, language),
    },
  };
}
