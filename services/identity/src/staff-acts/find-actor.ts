import { createPublicKey } from "node:crypto";
import { idOf, type StaffCredential } from "@sanu/contracts";
import type { AccountId, Clock } from "@sanu/kernel";
import { type Database, readSignedToken, type SignedToken } from "@sanu/platform";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { IdentityTables } from "../database/schema.ts";
import { findActiveRoles } from "../projections/accounts/query.ts";
import { isLive } from "../sessions/is-live.ts";
import type { VerifyingKey } from "../sessions/signing-key.ts";
import { tokenTerms } from "../sessions/token-terms.ts";
import type { StaffActor } from "./authorise.ts";

export interface FindActorDeps {
  readonly database: Database;
  readonly tables: Kysely<IdentityTables>;
  readonly clock: Clock;
  readonly verifyingKeys: () => readonly VerifyingKey[];
}

const Claims = z.object({
  iss: z.literal(tokenTerms.issuer),
  aud: z.literal(tokenTerms.audience),
  sub: idOf<AccountId>(),
  sid: idOf<string>(),
  jti: idOf<string>(),
});

/** Whose credential it is, where it counts now: by our own signature and rows, whatever the gateway has found. */
export async function findActor(
  deps: FindActorDeps,
  credential: StaffCredential,
): Promise<StaffActor | undefined> {
  const token = readSignedToken(credential.token);
  if (token?.type !== tokenTerms.type || !isOurs(token, deps.verifyingKeys())) return undefined;
  const claims = Claims.safeParse(token.claims);
  if (!claims.success) return undefined;
  const { sub: accountId, sid: sessionId, jti: tokenId } = claims.data;
  if (!(await isLive(deps.database, { sessionId, tokenId }, deps.clock.now()))) return undefined;
  const roles = await findActiveRoles(deps.tables, accountId);
  return roles && { kind: "person", accountId, sessionId, roles };
}

function isOurs(token: SignedToken, keys: readonly VerifyingKey[]): boolean {
  const key = keys.find(({ keyId }) => keyId === token.keyId);
  if (key === undefined) return false;
  return token.isSignedBy(createPublicKey({ key: { ...key.publicJwk }, format: "jwk" }));
}
