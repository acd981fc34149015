import { randomBytes } from "node:crypto";
import { AddKycPiece, BeginKyc, kycPieces, type RequestInput, SubmitKyc } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { activated, person, type RunningIdentity } from "../identity.fixture.ts";

export const pdf = (bytes: number) =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(Math.max(0, bytes - 9))]);
export const jpeg = (bytes: number) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(bytes - 4)]);

export function piecesOf(content: Buffer): readonly Buffer[] {
  const count = Math.ceil(content.length / kycPieces.bytesMax);
  return Array.from({ length: count }, (_each, index) =>
    content.subarray(index * kycPieces.bytesMax, (index + 1) * kycPieces.bytesMax),
  );
}

export async function begun(identity: RunningIdentity, accountId: AccountId): Promise<string> {
  const result = await identity.request(BeginKyc, { accountId, idempotencyKey: null });
  if (result.kind !== "replied" || result.data.submissionId === null) {
    throw new Error(`begin: ${JSON.stringify(result)}`);
  }
  return result.data.submissionId;
}

export async function sent(
  identity: RunningIdentity,
  of: { readonly accountId: AccountId; readonly submissionId: string },
  documents: readonly Buffer[],
): Promise<void> {
  for (const [document, content] of documents.entries()) {
    for (const [piece, bytes] of piecesOf(content).entries()) {
      const bytesBase64 = bytes.toString("base64");
      const result = await identity.request(AddKycPiece, { ...of, document, piece, bytesBase64 });
      if (result.kind !== "replied") throw new Error(`piece: ${JSON.stringify(result)}`);
    }
  }
}

export function submission(
  of: { readonly accountId: AccountId; readonly submissionId: string },
  documents: readonly Buffer[],
): RequestInput<typeof SubmitKyc> {
  return {
    ...of,
    documentKind: "PASSPORT",
    documentNumber: `P-${of.submissionId}`,
    documentBytes: documents.map(({ length }) => length),
    language: "fr",
    idempotency: null,
  };
}

export interface Submitted {
  readonly accountId: AccountId;
  readonly submissionId: string;
  readonly documents: readonly Buffer[];
}

export async function submitted(
  identity: RunningIdentity,
  documents: readonly Buffer[] = [pdf(500)],
): Promise<Submitted> {
  const accountId = await activated(identity, person());
  return { accountId, ...(await submittedBy(identity, accountId, documents)) };
}

export async function submittedBy(
  identity: RunningIdentity,
  accountId: AccountId,
  documents: readonly Buffer[] = [pdf(500)],
): Promise<Omit<Submitted, "accountId">> {
  const submissionId = await begun(identity, accountId);
  const of = { accountId, submissionId };
  await sent(identity, of, documents);
  const result = await identity.request(SubmitKyc, submission(of, documents));
  if (result.kind !== "replied") throw new Error(`submit: ${JSON.stringify(result)}`);
  return { submissionId, documents };
}

/** Somebody of the staff; identity asks only that it is not the person herself. */
export const staffMember = (): AccountId => newId<"AccountId">();
