import { type AccountId, isUuid } from "@sanu/kernel";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { accessOf, type Role } from "../access/route-access.ts";
import type { IdentityClient } from "../clients/identity.ts";
import type { BearerTokens, VerifiedBearer } from "./bearer-tokens.ts";
import { readBearer } from "./bearer-tokens.ts";
import { sendProblem } from "./problems.ts";
import { callOf, principalOf } from "./request-context.ts";

/** A route that this gateway serves; parameters as `:id`. */
export interface ServedRoute {
  readonly method: string;
  readonly url: string;
}

/** Tells who a request without a bearer token comes from; `undefined` for nobody. */
export type FindOtherPrincipal = (request: FastifyRequest) => Promise<VerifiedBearer> | undefined;

const stagingHeader = "x-staging-user-id";

/**
 * The staging user id in place of a token (interface 5.2). Given to `enforceAccess` outside production only, so
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
  if (found.kind !== "replied") return { kind: "unavailable" };
  const { principal } = found.data;
  if (principal === null) return { kind: "invalid" };
  return { kind: "verified", principal: { ...principal, expiresAtMs: null, token: null } };
}

/**
 * Puts the table of access before every route that is registered from here on: in front of the body, so that who
 * may not use a route cannot make us read one. Throws for a route that the table does not name.
 */
export function enforceAccess(
  app: FastifyInstance,
  guards: {
    readonly tokens: BearerTokens;
    readonly findOther: FindOtherPrincipal | undefined;
    /** Runs as soon as it is known who asks. */
    readonly limitUsers: onRequestHookHandler;
  },
): void {
  const authenticate = authentication(guards.tokens, guards.findOther);
  const seen: ServedRoute[] = [];
  app.decorate("servedRoutes", seen);
  app.addHook("onRoute", (route) => {
    // The document's id of the operation; pages have none.
    const { operationId } = (route.schema ?? {}) as { readonly operationId?: string };
    const access = accessOf(operationId, route.url);
    for (const method of [route.method].flat()) seen.push({ method, url: route.url });
    if (access === "everybody") return;
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [...before, authenticate, guards.limitUsers, authorization(access)];
  });
}

/** Finds out who asks, and lets nobody else in. */
function authentication(
  tokens: BearerTokens,
  findOther: FindOtherPrincipal | undefined,
): onRequestHookHandler {
  return (request, reply, done) => {
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
  };
}

function authorization(roles: readonly Role[]): onRequestHookHandler {
  const allowed = new Set<string>(roles);
  return (request, reply, done) => {
    if (principalOf(request).roles.some((role) => allowed.has(role))) return done();
    sendProblem(reply, { code: "forbidden" });
  };
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
