import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { Language } from "../language.ts";
import { requestsOf } from "../request.ts";
import { staffLook } from "../staff-use.ts";
import { idOf } from "../texts.ts";
import { KycDocumentKind, KycStatus } from "./enums.ts";
import { KycReviewView, KycView } from "./kyc-views.ts";
import { pageOf, pageRequest } from "./page.ts";

const request = requestsOf("identity");
const accountId = idOf<AccountId>();
const submissionId = idOf<string>();

/** One piece of a document travels in one message of NATS, in base64; a document in as many as it takes. */
export const kycPieces = { bytesMax: 262_144, documentBytesMax: 8_388_608 } as const;

/** Base64 writes three bytes as four letters. */
const base64LettersMax = 4 * Math.ceil(kycPieces.bytesMax / 3);

const place = { document: z.int().min(0).max(63), piece: z.int().min(0).max(4_095) };

export const GetKyc = request("get-kyc", {
  request: z.object({ accountId }),
  reply: z.object({ kyc: KycView }),
  refusals: ["not-found"],
});

/**
 * Opens a submission whose documents follow piece by piece. With a key that was used before, none is opened: the
 * sender reads the documents again only to compare them.
 */
export const BeginKyc = request("begin-kyc", {
  request: z.object({ accountId, idempotencyKey: z.string().nullable() }),
  reply: z.object({ submissionId: submissionId.nullable() }),
  refusals: ["kyc-already-pending", "kyc-already-complete", "too-many-requests", "not-found"],
});

/** Takes one piece of a document; the same piece again is the same piece. The first tells what the document is. */
export const AddKycPiece = request("add-kyc-piece", {
  request: z.object({
    accountId,
    submissionId,
    ...place,
    bytesBase64: z.string().min(4).max(base64LettersMax),
  }),
  reply: z.object({}),
  refusals: ["validation-failed", "body-too-large", "not-found"],
});

/**
 * Hands in what was begun, with the length of each document. `responseJson` is the body to send, byte for byte: it is
 * frozen under the idempotency key, and `replayed` tells that it was answered before.
 */
export const SubmitKyc = request("submit-kyc", {
  request: z.object({
    accountId,
    submissionId: submissionId.nullable(),
    documentKind: KycDocumentKind,
    documentNumber: z.string(),
    documentBytes: z.array(z.int().min(1)).min(1),
    language: Language,
    idempotency: z.object({ key: z.string(), bodyHash: z.string() }).nullable(),
  }),
  reply: z.object({ responseJson: z.string(), replayed: z.boolean() }),
  refusals: [
    "kyc-already-pending",
    "kyc-already-complete",
    "not-found",
    "idempotency-key-reused",
    "validation-failed",
  ],
});

export const DropKyc = request("drop-kyc", {
  request: z.object({ accountId, submissionId }),
  reply: z.object({}),
});

export const ListKycSubmissions = request("list-kyc-submissions", {
  staff: staffLook,
  request: z.object({ ...pageRequest, status: KycStatus.exclude(["NONE"]) }),
  reply: pageOf(KycReviewView),
  refusals: ["validation-failed"],
});

export const GetKycSubmission = request("get-kyc-submission", {
  staff: staffLook,
  request: z.object({ submissionId }),
  reply: z.object({ submission: KycReviewView }),
  refusals: ["not-found"],
});

/** One piece of a document, for the staff; the first is written into the log with who asked for it. */
export const GetKycPiece = request("get-kyc-piece", {
  staff: staffLook,
  request: z.object({
    by: accountId,
    submissionId,
    documentId: idOf<string>(),
    piece: place.piece,
  }),
  reply: z.object({
    contentType: z.string(),
    bytes: z.int(),
    pieces: z.int(),
    bytesBase64: z.string(),
  }),
  refusals: ["not-found"],
});

/** A tier for an approval, null for a rejection. */
export const DecideKyc = request("decide-kyc", {
  staff: { access: "staff", act: "money" },
  request: z.object({
    by: accountId,
    submissionId,
    kycTier: z.int().min(1).max(3).nullable(),
    reason: z.string(),
  }),
  reply: z.object({ submission: KycReviewView }),
  refusals: ["not-found", "forbidden", "kyc-already-decided", "validation-failed"],
});

export const kycRequests = [
  GetKyc,
  BeginKyc,
  AddKycPiece,
  SubmitKyc,
  DropKyc,
  ListKycSubmissions,
  GetKycSubmission,
  GetKycPiece,
  DecideKyc,
] as const;
