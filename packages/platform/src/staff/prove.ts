import { createPublicKey } from "node:crypto";
import { authorsIn, isOfSession, StaffActClaims, staffActTerms } from "@sanu/contracts";
import { type Clock, epochMsOf, type Instant } from "@sanu/kernel";
import { readSignedToken } from "../signed-tokens/signed-token.ts";
import type { SigningKeys } from "../signed-tokens/signing-keys.ts";
import { operationOf, payloadHash, type StaffAct, type StaffRequest } from "./staff-act.ts";

/** `unavailable`: identity's key cannot be read just now, so nobody knows. */
export type Proof =
  | { readonly kind: "proven"; readonly act: StaffAct }
  | { readonly kind: "unproven" | "unavailable" };

const unproven: Proof = { kind: "unproven" };

/** Whether identity has said that exactly this request may be sent, by whom it names, now. */
export async function proveStaffAct(
  { keys, clock }: { readonly keys: Pick<SigningKeys, "find">; readonly clock: Clock },
  request: StaffRequest,
): Promise<Proof> {
  const token = request.assertion === undefined ? undefined : readSignedToken(request.assertion);
  if (token === undefined || token.type !== staffActTerms.type) return unproven;
  const key = await keys.find(token.keyId);
  if (key.kind !== "found") return { kind: key.kind === "unknown" ? "unproven" : "unavailable" };
  if (!token.isSignedBy(createPublicKey(key.pem))) return unproven;
  const claims = StaffActClaims.safeParse(token.claims);
  if (!claims.success || !isAbout(claims.data, request, clock.now())) return unproven;
  return { kind: "proven", act: actOf(claims.data) };
}

function actOf({ sub: accountId, jti: assertionId, sid, key }: StaffActClaims): StaffAct {
  const credential = sid === undefined ? { keyId: key ?? "" } : { sessionId: sid };
  return { accountId, assertionId, credential };
}

function isAbout(claims: StaffActClaims, request: StaffRequest, at: Instant): boolean {
  const { definition, payload, body } = request;
  return (
    claims.aud === definition.service &&
    claims.op === operationOf(definition) &&
    claims.body === payloadHash(payload) &&
    authorsIn(definition.staff, body).every((author) => author === claims.sub) &&
    isOfSession(definition.staff, body, claims.sid) &&
    isCurrent(claims, epochMsOf(at) / 1_000)
  );
}

function isCurrent({ iat, exp }: StaffActClaims, now: number): boolean {
  const { lifeSeconds, skewSecondsMax } = staffActTerms;
  return exp > now && exp - iat <= lifeSeconds && iat <= now + skewSecondsMax;
}
