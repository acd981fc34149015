import type { SecondFactorProof } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import type { Session } from "@sanu/platform";
import type { DocumentKeys } from "../kyc/document-keys.ts";
import { open, UnopenableError } from "../kyc/sealed.ts";
import { queueNotice } from "../mail/queue-notice.ts";
import { useChallenge } from "./challenges.ts";
import { type Proof, proveInSession, useFactor, useRecoveryCode } from "./factor-writes.ts";
import type { FoundFactors, OfSession, StoredFactor } from "./load-factors.ts";
import { hashOfRecoveryCode } from "./recovery-codes.ts";
import { findTotpStep } from "./totp.ts";

export function placeOfTotp(factorId: string): string {
  return `totp|${factorId}`;
}

/** The time step of a code of this factor that has not been used, nor one behind it; `undefined` for a wrong code. */
export function findUnusedStep(
  keys: DocumentKeys,
  { factorId, secretSealed, lastStep }: StoredFactor,
  { code, at }: { readonly code: string; readonly at: Proof["at"] },
): number | undefined {
  if (secretSealed === null) return undefined;
  const step = findTotpStep(open(keys, placeOfTotp(factorId), secretSealed), code, at);
  return step !== undefined && (lastStep === null || BigInt(step) > lastStep) ? step : undefined;
}

/** Whose code it is. An app whose key is not there keeps no other one out; where it is none of theirs, nobody can say that the code is wrong. */
function findApp(
  keys: DocumentKeys,
  confirmed: readonly StoredFactor[],
  given: Parameters<typeof findUnusedStep>[2],
): { readonly factorId: string; readonly step: number } | undefined {
  let unopenable: UnopenableError | undefined;
  for (const factor of confirmed) {
    try {
      const step = findUnusedStep(keys, factor, given);
      if (step !== undefined) return { factorId: factor.factorId, step };
    } catch (error) {
      if (!(error instanceof UnopenableError)) throw error;
      unopenable = error;
    }
  }
  if (unopenable !== undefined) throw unopenable;
  return undefined;
}

/** What a passkey signed, verified: it counts where its challenge is still there. */
export interface CheckedPasskey {
  readonly kind: "passkey";
  readonly factorId: string;
  readonly challenge: string;
  readonly signCount: number;
}

export type CheckedProof = Exclude<SecondFactorProof, { kind: "passkey" }> | CheckedPasskey;

/** Uses up what proves a second factor, and writes into the session that it was proved. False for what proves none. */
export async function proveFactor(
  session: Session,
  found: FoundFactors,
  of: OfSession & { readonly proof: CheckedProof; readonly keys: DocumentKeys } & Proof,
): Promise<boolean> {
  const isProved = await useProof(session, found, of);
  if (isProved) await session.query(proveInSession(of, of));
  return isProved;
}

async function useProof(
  session: Session,
  { confirmed }: FoundFactors,
  { proof, keys, accountId, sessionId, at }: Parameters<typeof proveFactor>[2],
): Promise<boolean> {
  switch (proof.kind) {
    case "totp": {
      const { code } = proof;
      const found = findApp(keys, confirmed, { code, at });
      if (found === undefined) return false;
      await session.query(useFactor(found.factorId, { step: found.step }, at));
      return true;
    }
    case "recovery-code": {
      const hash = hashOfRecoveryCode(accountId, proof.code);
      const used = await session.query(useRecoveryCode(accountId, hash, at));
      if (used.length === 0) return false;
      await session.query(queueNotice(accountId, "recovery-code-used", at));
      return true;
    }
    case "passkey": {
      const { factorId, challenge, signCount } = proof;
      const isKnown = confirmed.some((factor) => factor.factorId === factorId);
      const used = await session.query(useChallenge({ accountId, sessionId }, challenge));
      if (!isKnown || used.length === 0) return false;
      await session.query(useFactor(factorId, { signCount }, at));
      return true;
    }
    default:
      return unreachable(proof);
  }
}
