import {
  type KycView,
  plainDocumentNumber,
  type RefusalCode,
  type ReplyInput,
  type RequestData,
  SubmitKyc,
  tierIn,
  wordsIn,
} from "@sanu/contracts";
import { type Clock, type Instant, unreachable } from "@sanu/kernel";
import {
  awaitKey,
  type EventStore,
  findKey,
  freezeResponse,
  type HandlerRefusal,
  handleRequest,
  idempotencyConstraint,
  insertKey,
  type RequestContext,
  refuse,
  type Statement,
} from "@sanu/platform";
import type { AccountEvent } from "../../account/events.ts";
import { changeAccount } from "../../change-account.ts";
import type { DocumentKeys } from "../../kyc/document-keys.ts";
import { brokenNumber } from "../../kyc/document-name.ts";
import { findKyc, type KycDeps } from "../../kyc/find-kyc.ts";
import { readDocuments } from "../../kyc/read-submissions.ts";
import { placeOfNumber, seal } from "../../kyc/sealed.ts";
import { submissionKey } from "../../kyc/submission-key.ts";
import { deleteSubmission, kycConstraints, submitDocuments } from "../../kyc/submission-writes.ts";

export interface SubmitKycDeps extends KycDeps {
  readonly store: EventStore<AccountEvent>;
  readonly documentKeys: DocumentKeys;
  readonly clock: Clock;
}

type Input = RequestData<typeof SubmitKyc>;
type Submitted = Input & { readonly submissionId: string };
type Outcome = ReplyInput<typeof SubmitKyc> | HandlerRefusal<RefusalCode<typeof SubmitKyc>>;

/** The event, the submission and the response under the client's key commit together. */
export const submitKyc = (deps: SubmitKycDeps) =>
  handleRequest(SubmitKyc, async (request, context): Promise<Outcome> => {
    const before = await findStoredResponse(deps, request);
    if (before !== undefined) return before;
    if (plainDocumentNumber(request.documentNumber) === undefined) {
      return refuse("validation-failed", undefined, brokenNumber);
    }
    const { submissionId } = request;
    if (submissionId === null) throw new Error("A key was known and is not there");
    return submit(deps, { ...request, submissionId }, context);
  });

/** A copy of this request with the same key may have been faster: its response is this one's. */
async function refuseUnlessStored(
  deps: SubmitKycDeps,
  request: Input,
  code: RefusalCode<typeof SubmitKyc>,
): Promise<Outcome> {
  return (await findStoredResponse(deps, request, awaitKey)) ?? refuse(code);
}

/** The response that stands frozen under the client's key; what was uploaded again is deleted. */
async function findStoredResponse(
  deps: SubmitKycDeps,
  request: Input,
  find: typeof awaitKey | typeof findKey = findKey,
): Promise<Outcome | undefined> {
  const { accountId, idempotency, submissionId } = request;
  const key = submissionKey(accountId, idempotency?.key ?? null);
  const used = key && (await find(deps.database, key));
  // The gateway's own second attempt comes with the submission that took the key.
  if (used === undefined || used.recordId === submissionId) return undefined;
  if (submissionId !== null)
    await deps.database.query(deleteSubmission({ accountId, submissionId }));
  if (used.bodyHash !== idempotency?.bodyHash) return refuse("idempotency-key-reused");
  if (used.response === null) throw new Error("A key of documents has no response");
  return { responseJson: used.response, replayed: true };
}

async function submit(
  deps: SubmitKycDeps,
  request: Submitted,
  context: RequestContext,
): Promise<Outcome> {
  const at = deps.clock.now();
  const responseJson = await responseText(deps, request, at);
  if (responseJson === undefined) return refuseUnlessStored(deps, request, "not-found");
  const { accountId, submissionId } = request;
  const result = await changeAccount(deps.store, accountId, {
    command: { kind: "submit-kyc", submissionId, at },
    context,
    writes: () => writesOf(deps, request, { at, responseJson }),
  });
  switch (result.kind) {
    case "accepted":
    case "nothing-new":
      return { responseJson, replayed: false };
    case "constraint":
      return refusalOfConstraint(result.constraint) ?? (await storedResponseOf(deps, request));
    case "refused": {
      const { code } = result.refusal;
      const isKyc = code === "kyc-already-pending" || code === "kyc-already-complete";
      return refuseUnlessStored(deps, request, isKyc ? code : "not-found");
    }
    default:
      return unreachable(result);
  }
}

function writesOf(
  deps: SubmitKycDeps,
  request: Submitted,
  { at, responseJson }: { readonly at: Instant; readonly responseJson: string },
): readonly Statement[] {
  const { accountId, submissionId, documentKind, documentBytes, idempotency } = request;
  const number = Buffer.from(request.documentNumber);
  const sealedNumber = seal(deps.documentKeys, placeOfNumber(submissionId), number);
  const key = submissionKey(accountId, idempotency?.key ?? null);
  const of = { accountId, submissionId, documentKind, sealedNumber, documentBytes, at };
  if (key === undefined || idempotency === null) return [submitDocuments(of)];
  const { bodyHash } = idempotency;
  return [
    insertKey({ ...key, bodyHash, recordId: submissionId }),
    submitDocuments(of),
    freezeResponse(submissionId, responseJson),
  ];
}

/** `undefined` where the key is in use: a copy of this request was faster. */
function refusalOfConstraint(constraint: string): Outcome | undefined {
  if (constraint === idempotencyConstraint) return undefined;
  if (constraint === kycConstraints.open) return refuse("not-found");
  throw new Error(`A submission broke ${constraint}`);
}

async function storedResponseOf(deps: SubmitKycDeps, request: Input): Promise<Outcome> {
  const response = await findStoredResponse(deps, request);
  if (response === undefined) throw new Error("An idempotency key is in use and is not there");
  return response;
}

/** As it will be true once the submission is handed in; `undefined` without one. */
async function responseText(
  deps: SubmitKycDeps,
  request: Submitted,
  at: Instant,
): Promise<string | undefined> {
  const { accountId, submissionId, documentKind, language } = request;
  const [known, documents] = await Promise.all([
    findKyc(deps, accountId),
    readDocuments(deps.database, submissionId),
  ]);
  if (known === undefined || documents.length === 0) return undefined;
  const kyc: KycView = {
    status: "PENDING",
    tier: tierIn(language, known.tier),
    submission: {
      id: submissionId,
      status: "PENDING",
      document_kind: documentKind,
      documents: [...documents],
      submitted_at: at,
      decided_at: null,
      reason: null,
    },
  };
  return JSON.stringify({
    success: true,
    message: wordsIn(language).account.documentsReceived,
    data: { kyc },
  });
}
