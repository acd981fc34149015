import { randomBytes } from "node:crypto";
import type { NewPasskeyCredential, PasskeyCredential } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { StoredFactor } from "./load-factors.ts";
import type { RelyingParty } from "./relying-party.ts";
import { secondFactorLimits } from "./second-factor-limits.ts";

const { challengeBytes, challengeMs } = secondFactorLimits.passkeys;
const type = "public-key" as const;
const userVerification = "required" as const;
/** EdDSA, ES256 and RS256 (RFC 9053): what authenticators have. */
const algorithms = [-8, -7, -257];
const clientExtensionResults = {};

export function newChallenge(): string {
  return randomBytes(challengeBytes).toString("base64url");
}

interface Asked {
  readonly party: RelyingParty;
  readonly challenge: string;
}

/** What a browser gives to `navigator.credentials.create` (WebAuthn, 5.4). */
export function creationOptions(
  { party, challenge }: Asked,
  of: { readonly accountId: AccountId; readonly email: string; readonly known: readonly string[] },
) {
  return {
    rp: { id: party.id, name: "Sanu" },
    user: {
      id: Buffer.from(of.accountId).toString("base64url"),
      name: of.email,
      displayName: of.email,
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type })),
    timeout: challengeMs,
    excludeCredentials: of.known.map((id) => ({ id, type })),
    authenticatorSelection: { residentKey: "preferred", userVerification },
    attestation: "none",
  };
}

/** What a browser gives to `navigator.credentials.get` (WebAuthn, 5.5). */
export function requestOptions({ party, challenge }: Asked, known: readonly string[]) {
  return {
    rpId: party.id,
    challenge,
    timeout: challengeMs,
    allowCredentials: known.map((id) => ({ id, type })),
    userVerification,
  };
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
}

/** `undefined` for what was not made by the person, for us and now. */
export async function verifyNewPasskey(
  { party, challenge }: Asked,
  credential: NewPasskeyCredential,
): Promise<NewPasskey | undefined> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults },
    ...expected(party, challenge),
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || registrationInfo === undefined) return undefined;
  const { id: credentialId, publicKey, counter: signCount } = registrationInfo.credential;
  return { credentialId, publicKey, signCount };
}

/** The new count of signatures; `undefined` where the passkey did not sign this challenge for us. */
export async function verifyPasskey(
  { party, challenge }: Asked,
  credential: PasskeyCredential,
  { credentialId, publicKey, signCount }: StoredFactor,
): Promise<number | undefined> {
  if (credentialId === null || publicKey === null) return undefined;
  const stored = {
    id: credentialId,
    publicKey: Uint8Array.from(publicKey),
    counter: Number(signCount),
  };
  const result = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults },
    credential: stored,
    ...expected(party, challenge),
  }).catch(() => undefined);
  return result?.verified === true ? result.authenticationInfo.newCounter : undefined;
}

function expected({ id, origins }: RelyingParty, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: id,
    requireUserVerification: true,
  };
}
