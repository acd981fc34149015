import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  onResponseAsyncHookHandler,
  preValidationAsyncHookHandler,
} from "fastify";
import type { OperationId } from "../access/route-access.ts";
import { forgivingOperations, throttledOperations } from "../access/throttled-operations.ts";
import type { IdentityClient } from "../clients/identity.ts";
import { throttleLimits } from "../limits.ts";
import { countedAddressOf } from "../throttle/client-address.ts";
import { rateLimitHeaders } from "../throttle/rate-limit-headers.ts";
import { createUserRequests } from "../throttle/user-requests.ts";
import { refuse, sendProblem } from "./problems.ts";
import { callOf, principalOf } from "./request-context.ts";

const userLimitName = "user";

/** Counts what each known user asks; stands behind the authentication. */
export function limitUsers(perMinute: number): onRequestHookHandler {
  const requests = createUserRequests(perMinute, throttleLimits.userWindowMs);
  const policy = { name: userLimitName, quota: perMinute, windowSeconds: 60 };
  return (request, reply, done) => {
    const { accountId } = principalOf(request);
    const { isAllowed, remaining, resetSeconds } = requests.take(accountId, performance.now());
    reply.headers(rateLimitHeaders([{ ...policy, remaining, resetSeconds }]));
    if (isAllowed) return done();
    sendProblem(reply, { code: "too-many-requests", retryAfterSeconds: resetSeconds });
  };
}

/** Lets strangers through the operations of the table only so often; identity counts for all gateways. */
export function throttleStrangers(app: FastifyInstance, identity: IdentityClient): void {
  app.addHook("onRoute", (route) => {
    const { operationId } = (route.schema ?? {}) as { readonly operationId?: OperationId };
    if (operationId === undefined) return;
    const action = throttledOperations[operationId];
    if (action === undefined) return;
    // Behind the reading of the body, which says whose account it is about, and before anybody judges it.
    route.preValidation = takesTurn(identity, action);
    const forgiven = forgivingOperations[operationId];
    if (forgiven !== undefined) route.onResponse = forgives(identity, forgiven);
  });
}

type Action = NonNullable<(typeof throttledOperations)[OperationId]>;

function takesTurn(identity: IdentityClient, action: Action): preValidationAsyncHookHandler {
  return async (request, reply) => {
    const result = await identity.takeTurn(actorOf(request, action), callOf(request));
    if (result.kind !== "replied") return refuse(reply, result);
    const { retryAfterSeconds, limits } = result.data;
    reply.headers(rateLimitHeaders(limits));
    if (retryAfterSeconds === null) return undefined;
    return sendProblem(reply, { code: "too-many-requests", retryAfterSeconds });
  };
}

/** Behind the answer: nobody waits for it, and when it is lost the limits are tighter for an hour. */
function forgives(identity: IdentityClient, action: Action): onResponseAsyncHookHandler {
  return async (request, reply) => {
    if (reply.statusCode !== 200) return;
    await identity.forgiveTurns(actorOf(request, action), callOf(request));
  };
}

function actorOf(request: FastifyRequest, action: Action) {
  const body: unknown = request.body;
  // Identity reads the user id first where both are sent: with the address first, each made-up one would count anew.
  const named = isObject(body) ? (textOf(body["user_id"]) ?? textOf(body["email"])) : undefined;
  return {
    action,
    address: countedAddressOf(request.ip),
    subject: named?.slice(0, throttleLimits.subjectLettersMax) ?? null,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.isWellFormed() ? value : undefined;
}
