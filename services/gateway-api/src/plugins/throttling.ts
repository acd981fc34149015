import { ClearLoginFailures, ConsumeQuota } from "@sanu/contracts";
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  onResponseAsyncHookHandler,
  preValidationAsyncHookHandler,
} from "fastify";
import type { RequestClient } from "../clients/request-client.ts";
import { throttleLimits } from "../limits.ts";
import { countedAddressOf } from "../throttle/client-address.ts";
import { rateLimitHeaders } from "../throttle/rate-limit-headers.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { createUserRequests } from "../throttle/user-requests.ts";
import { refuse, sendProblem } from "./problems.ts";
import { principalOf, scopeOf } from "./request-context.ts";

const userLimitName = "user";

/** Counts the requests of each authenticated user. */
export function limitUsers(perMinute: number): onRequestHookHandler {
  const requests = createUserRequests(perMinute, throttleLimits.userWindowMs);
  const policy = { name: userLimitName, quota: perMinute, windowSeconds: 60 };
  return (request, reply, done) => {
    const { accountId } = principalOf(request);
    const { isAllowed, remaining, resetSeconds } = requests.count(accountId, performance.now());
    reply.headers(rateLimitHeaders([{ ...policy, remaining, resetSeconds }]));
    if (isAllowed) return done();
    sendProblem(reply, { code: "too-many-requests", retryAfterSeconds: resetSeconds });
  };
}

/** Counts the requests to operations that name a throttle; identity counts for all gateways. */
export function throttlePublicOperations(app: FastifyInstance, client: RequestClient): void {
  app.addHook("onRoute", (route) => {
    const throttle = route.config?.throttle;
    if (throttle === undefined) return;
    // Behind the reading of the body, which says whose account it is about, and before anybody judges it.
    route.preValidation = consumeQuota(client, throttle.action);
    if (throttle.clearsLoginFailures) route.onResponse = clearLoginFailures(client);
  });
}

type Action = Throttle["action"];

function consumeQuota(client: RequestClient, action: Action): preValidationAsyncHookHandler {
  return async (request, reply) => {
    const result = await client(scopeOf(request)).request(ConsumeQuota, actorOf(request, action));
    if (result.kind !== "replied") return refuse(reply, result);
    const { retryAfterSeconds, limits } = result.data;
    reply.headers(rateLimitHeaders(limits));
    if (retryAfterSeconds === null) return undefined;
    return sendProblem(reply, { code: "too-many-requests", retryAfterSeconds });
  };
}

/** Behind the response: nobody waits for it, and when it is lost the limits are tighter for an hour. */
function clearLoginFailures(client: RequestClient): onResponseAsyncHookHandler {
  return async (request, reply) => {
    if (reply.statusCode !== 200) return;
    await client(scopeOf(request)).request(ClearLoginFailures, actorOf(request, "log-in"));
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
