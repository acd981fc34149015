import type { FastifyRequest } from "fastify";
import type { ShownCredential } from "../clients/prove-staff-act.ts";
import { countedAddressOf } from "../throttle/client-address.ts";
import { readBearer } from "./bearer-tokens.ts";

/** What a request of the staff shows for itself; `undefined` for one that comes without a token. */
export function shownCredentialOf(request: FastifyRequest): ShownCredential | undefined {
  const address = countedAddressOf(request.ip);
  const keyHash = request.principal?.apiKey?.keyHash;
  if (keyHash !== undefined) return { credential: { kind: "api-key", keyHash }, address };
  const token = readBearer(request.headers.authorization ?? "");
  if (token === undefined) return undefined;
  return { credential: { kind: "token", token }, address };
}
