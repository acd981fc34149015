import { FindPrincipal } from "@sanu/contracts";
import { type AccountId, isUuid } from "@sanu/kernel";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from "fastify";
import { type Access, rolesOf } from "../auth/roles.ts";
import type { RequestClient } from "../clients/request-client.ts";
import { type FindByKey, readKey } from "./api-keys.ts";
import type { BearerTokens, VerifiedBearer } from "./bearer-tokens.ts";
import { readBearer } from "./bearer-tokens.ts";
import { sendProblem } from "./problems.ts";
import { principalOf, scopeOf } from "./request-context.ts";

/** A route that this gateway serves; parameters as `:id`. */
export interface ServedRoute {
  readonly method: string;
  readonly url: string;
}

/** Finds who a request without a bearer token comes from; `undefined` for nobody. */
export type FindOtherPrincipal = (request: FastifyRequest) => Promise<VerifiedBearer> | undefined;

const stagingHeader = "x-staging-user-id";

/**
 * The staging user id in place of a token, for customers alone: an id is no secret, and the staff may do too much. Given to
 * `enforceAccess` only where a setting asks for it; elsewhere the header is one like any other.
 */
export function stagingPrincipals(
  client: RequestClient,
  logger: Pick<FastifyBaseLogger, "warn">,
): FindOtherPrincipal {
  logger.warn("STAGING_USER_ID is on: whoever knows the id of a customer acts as that customer");
  return (request) => {
    const given = request.headers[stagingHeader];
    if (given === undefined) return undefined;
    const id = String(given).toLowerCase();
    return isUuid(id) ? findByStagingId(client, request, id as AccountId) : invalid;
  };
}

const invalid = Promise.resolve({ kind: "invalid" } as const);

async function findByStagingId(
  client: RequestClient,
  request: FastifyRequest,
  accountId: AccountId,
): Promise<VerifiedBearer> {
  const found = await client(scopeOf(request)).request(FindPrincipal, { accountId });
  if (found.kind !== "replied") return { kind: "unavailable" };
  const { principal } = found.data;
  if (principal === null || principal.roles.some((role) => role !== "user")) {
    return { kind: "invalid" };
  }
  return { kind: "verified", principal: { ...principal, expiresAtMs: null, token: null } };
}

interface Guards {
  readonly tokens: BearerTokens;
  readonly findOther: FindOtherPrincipal | undefined;
  readonly findByKey: FindByKey;
  /** Runs as soon as the principal is known. */
  readonly limitUsers: onRequestHookHandler;
}

/** What the plugins for the documentation and for CORS serve; everybody may see it. */
const pluginRoutes = /^(?:\/docs(?:\/.*)?|\*)$/;

/**
 * Enforces the `access` of every route that is registered from here on, in front of the body: who may not use a route
 * cannot make us read one. Throws for a route that does not say who may use it, because it would be open to everybody.
 */
export function enforceAccess(app: FastifyInstance, guards: Guards): void {
  const authenticate = authentication(guards);
  const seen: ServedRoute[] = [];
  app.decorate("servedRoutes", seen);
  app.addHook("onRoute", (route) => {
    const access = route.config?.access ?? (pluginRoutes.test(route.url) ? "everybody" : undefined);
    if (access === undefined) throw new Error(`Nobody said who may use ${route.url}`);
    for (const method of [route.method].flat()) seen.push({ method, url: route.url });
    if (access === "everybody") return;
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [...before, authenticate, guards.limitUsers, authorization(access, route)];
  });
}

/** Finds the principal of a request, and lets nobody else in. */
function authentication({
  tokens,
  findOther,
  findByKey,
}: Pick<Guards, "tokens" | "findOther" | "findByKey">): onRequestHookHandler {
  return (request, reply, done) => {
    const { authorization } = request.headers;
    const token = authorization === undefined ? undefined : readBearer(authorization);
    const known = token === undefined ? undefined : tokens.findVerified(token);
    if (known !== undefined) {
      request.principal = known;
      return done();
    }
    const key = authorization === undefined ? undefined : readKey(authorization);
    const byKey = key === undefined ? undefined : findByKey(request, key);
    const other = () => findOther?.(request);
    // Clients go on sending a token that has ended; where the header stands for one, it is who they are.
    const byToken =
      token === undefined
        ? undefined
        : tokens.verify(request, token).then((result) => livingOr(other, result));
    const pending = byToken ?? byKey ?? (key === undefined ? other() : undefined);
    if (pending === undefined) return void sendProblem(reply, { code: "unauthenticated" });
    pending.then((result) => (admit(request, reply, result) ? done() : undefined), done);
  };
}

function livingOr(
  other: () => Promise<VerifiedBearer> | undefined,
  found: VerifiedBearer,
): VerifiedBearer | Promise<VerifiedBearer> {
  return found.kind === "invalid" ? (other() ?? found) : found;
}

/** A machine may use what its key names, as one of the staff or as a customer; everybody else what her roles are enough for. */
function authorization(
  access: Exclude<Access, "everybody">,
  { schema }: RouteOptions,
): onRequestHookHandler {
  const allowed = new Set<string>(rolesOf[access]);
  const operation = schema?.operationId ?? "";
  return (request, reply, done) => {
    const { roles, apiKey } = principalOf(request);
    const isInScope = apiKey === undefined || apiKey.scopes.includes(operation);
    if (isInScope && roles.some((role) => allowed.has(role))) return done();
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
