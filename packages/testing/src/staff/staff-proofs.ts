import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import {
  authorsIn,
  GetSigningKeys,
  jsonText,
  type RequestDefinition,
  type StaffActClaims,
  staffActTerms,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import {
  type Database,
  handleRequest,
  type Messaging,
  operationOf,
  payloadHash,
  signToken,
} from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** With which identity signs. */
export interface StaffKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

type Sent = Pick<RequestDefinition, "service" | "name" | "staff">;

/** What identity says of a request of the staff, or what a test wants it to have said. */
export function assertionFor(
  key: StaffKey,
  sent: { readonly definition: Sent; readonly input: unknown },
  changes: Partial<StaffActClaims> = {},
): string {
  const iat = Math.floor(Date.now() / 1_000);
  const { definition, input } = sent;
  return signToken(key, staffActTerms.type, {
    iss: staffActTerms.issuer,
    aud: definition.service,
    sub: authorOf(definition, input),
    sid: sessionOf(input),
    op: operationOf(definition),
    body: payloadHash(jsonText(input)),
    jti: newId(),
    iat,
    exp: iat + staffActTerms.lifeSeconds,
    ...changes,
  });
}

/** What identity says in a word of its own. */
export function claimsIn(assertion: string): StaffActClaims {
  const [, claims = ""] = assertion.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as StaffActClaims;
}

/** Sends as a gateway does that was given identity's word for whoever the request names. */
export function provenRequests(
  request: Messaging["request"],
  findKey: () => StaffKey | Promise<StaffKey>,
): Messaging["request"] {
  return async (definition, input, options) => {
    if (definition.staff === undefined) return request(definition, input, options);
    const assertion = assertionFor(await findKey(), { definition, input });
    return request(definition, input, { ...options, assertion });
  };
}

const keyText = "select value from generated_secrets where name = 'token-private-key-ed25519'";

/** The key that an identity made for itself, in its database. */
export async function staffKeyIn(database: Pick<Database, "query">): Promise<StaffKey> {
  const [row] = await database.query<{ value: string }>(CompiledQuery.raw(keyText, []));
  const privateKey = createPrivateKey(row?.value ?? "");
  return { privateKey, keyId: thumbprintOf(createPublicKey(privateKey)) };
}

/** RFC 7638 and 8037. */
function thumbprintOf(publicKey: KeyObject): string {
  const { x } = publicKey.export({ format: "jwk" });
  const members = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  return createHash("sha256").update(members).digest("base64url");
}

/** Identity, as far as services ask it what proves requests of the staff. */
export function serveStaffKey(messaging: Messaging) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const keyId = thumbprintOf(publicKey);
  const jwk = { kty: "OKP", crv: "Ed25519", x, kid: keyId, alg: "EdDSA", use: "sig" };
  const handler = handleRequest(GetSigningKeys, async () => ({ keys: [jwk] }));
  const stop = messaging.serve({ handlers: [handler], onFault: () => undefined });
  const key: StaffKey = { keyId, privateKey };
  return { key, stop, request: provenRequests(messaging.request, () => key) };
}

function sessionOf(input: unknown): string {
  const isNamed = typeof input === "object" && input !== null && "sessionId" in input;
  return isNamed ? String(input.sessionId) : newId();
}

function authorOf({ staff }: Sent, input: unknown): AccountId {
  const [named] = staff === undefined ? [] : authorsIn(staff, input);
  return (named as AccountId | undefined) ?? newId<"AccountId">();
}
