import { createPublicKey } from "node:crypto";
import { idOf, requestsInScope, type StaffCredential } from "@sanu/contracts";
import type { AccountId, Clock, Instant } from "@sanu/kernel";
import { type Database, operationOf, readSignedToken, type SignedToken } from "@sanu/platform";
import { CompiledQuery, type Kysely } from "kysely";
import { z } from "zod";
import { findLiveKey } from "../api-keys/api-key-rows.ts";
import type { IdentityTables } from "../database/schema.ts";
import { findActiveRoles } from "../projections/accounts/query.ts";
import { isLive } from "../sessions/is-live.ts";
import type { VerifyingKey } from "../sessions/signing-key.ts";
import { tokenTerms } from "../sessions/token-terms.ts";
import type { MachineActor, StaffActor } from "./authorise.ts";

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
): Promise<StaffActor | MachineActor | undefined> {
  if (credential.kind === "api-key") return findMachine(deps, credential.keyHash);
  const token = readSignedToken(credential.token);
  if (token?.type !== tokenTerms.type || !isOurs(token, deps.verifyingKeys())) return undefined;
  const claims = Claims.safeParse(token.claims);
  if (!claims.success) return undefined;
  const { sub: accountId, sid: sessionId, jti: tokenId } = claims.data;
  if (!(await isLive(deps.database, { sessionId, tokenId }, deps.clock.now()))) return undefined;
  const roles = await findActiveRoles(deps.tables, accountId);
  if (roles === undefined) return undefined;
  const secondFactorAt = await findProof(deps, sessionId);
  return { kind: "person", accountId, sessionId, roles, secondFactorAt };
}

async function findProof({ database }: FindActorDeps, sessionId: string): Promise<Instant | null> {
  const text = "select second_factor_at as at from sessions where session_id = $1";
  const [row] = await database.query<{ at: Instant | null }>(CompiledQuery.raw(text, [sessionId]));
  return row?.at ?? null;
}

/** The gateway has looked where it comes from. */
async function findMachine(
  { database, clock }: FindActorDeps,
  keyHash: string,
): Promise<MachineActor | undefined> {
  const found = await findLiveKey(database, { keyHash, address: null }, clock.now());
  if (found === undefined) return undefined;
  const { keyId, accountId, scopes } = found;
  const operations = scopes.flatMap((scope) => requestsInScope(scope).map(operationOf));
  return { kind: "api-key", keyId, accountId, operations };
}

function isOurs(token: SignedToken, keys: readonly VerifyingKey[]): boolean {
  const key = keys.find(({ keyId }) => keyId === token.keyId);
  if (key === undefined) return false;
  return token.isSignedBy(createPublicKey({ key: { ...key.publicJwk }, format: "jwk" }));
}
