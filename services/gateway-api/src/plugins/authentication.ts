import { type AccountId, isUuid } from "@sanu/kernel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IdentityClient } from "../clients/identity.ts";
import type { BearerTokens, VerifiedBearer } from "./bearer-tokens.ts";
import { readBearer } from "./bearer-tokens.ts";
import { sendProblem } from "./problems.ts";
import { callOf } from "./request-context.ts";

/** Tells who a request without a bearer token comes from; `undefined` for nobody. */
export type FindOtherPrincipal = (request: FastifyRequest) => Promise<VerifiedBearer> | undefined;

const stagingHeader = "x-staging-user-id";

/**
 * The staging user id in place of a token (interface 5.2). Given to `requireUser` outside production only, so
 * that in production the header is one like any other.
 */
export function stagingPrincipals(identity: IdentityClient): FindOtherPrincipal {
  return (request) => {
    const given = request.headers[stagingHeader];
    if (given === undefined) return undefined;
    const id = String(given).toLowerCase();
    return isUuid(id) ? findByStagingId(identity, request, id as AccountId) : invalid;
  };
}

const invalid = Promise.resolve({ kind: "invalid" } as const);

async function findByStagingId(
  identity: IdentityClient,
  request: FastifyRequest,
  accountId: AccountId,
): Promise<VerifiedBearer> {
  const found = await identity.findPrincipal({ accountId }, callOf(request));
  if (found.kind !== "answered") return { kind: "unavailable" };
  const { principal } = found.data;
  return principal === null ? { kind: "invalid" } : { kind: "verified", principal };
}

/** Lets only requests of a known user into the routes of `scope`, before their body is read. */
export function requireUser(
  scope: FastifyInstance,
  tokens: BearerTokens,
  findOther: FindOtherPrincipal | undefined,
): void {
  scope.addHook("onRequest", (request, reply, done) => {
    const { authorization } = request.headers;
    const token = authorization === undefined ? undefined : readBearer(authorization);
    const known = token === undefined ? undefined : tokens.findVerified(token);
    if (known !== undefined) {
      request.principal = known;
      return done();
    }
    const found = token === undefined ? undefined : tokens.verify(request, token);
    const other = authorization === undefined ? findOther?.(request) : undefined;
    const asked = found ?? other;
    if (asked === undefined) return void sendProblem(reply, { code: "unauthenticated" });
    asked.then((result) => (admit(request, reply, result) ? done() : undefined), done);
  });
}

function admit(request: FastifyRequest, reply: FastifyReply, found: VerifiedBearer): boolean {
  if (found.kind === "verified") {
    request.principal = found.principal;
    return true;
  }
  const code = found.kind === "unavailable" ? "service-unavailable" : "unauthenticated";
  sendProblem(reply, { code });
  return false;
}
