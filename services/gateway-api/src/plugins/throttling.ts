import { ClearLoginFailures, ConsumeQuota, type RequestSource } from "@sanu/contracts";
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  onResponseAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from "fastify";
import { z } from "zod";
import type { RequestClient } from "../clients/request-client.ts";
import { overloadLimits, throttleLimits } from "../limits.ts";
import { type AdaptiveThrottle, createAdaptiveThrottle } from "../throttle/adaptive-throttle.ts";
import { deviceOf } from "../throttle/device.ts";
import { rateLimitHeaders } from "../throttle/rate-limit-headers.ts";
import { createRequestCounts } from "../throttle/request-counts.ts";
import { subjectOf, type Throttle } from "../throttle/throttle.ts";
import { refuse, sendProblem } from "./problems.ts";
import { principalOf, scopeOf, sourceOf } from "./request-context.ts";

const userLimitName = "user";

/** Counts the requests of each authenticated user, and of each key its part of what all gateways together allow it. */
export function limitUsers(perMinute: number, replicas: number): onRequestHookHandler {
  const requests = createRequestCounts<string>(perMinute, throttleLimits.windowMs);
  return (request, reply, done) => {
    const { accountId, apiKey } = principalOf(request);
    const [sender, quota] =
      apiKey === undefined
        ? [accountId, perMinute]
        : [apiKey.keyId, Math.ceil(apiKey.requestsPerMinute / replicas)];
    const counted = requests.count(sender, performance.now(), quota);
    const { isAllowed, remaining, resetSeconds } = counted;
    const policy = { name: userLimitName, quota, windowSeconds: 60 };
    reply.headers(rateLimitHeaders([{ ...policy, remaining, resetSeconds }]));
    if (isAllowed) return done();
    sendProblem(reply, { code: "too-many-requests", retryAfterSeconds: resetSeconds });
  };
}

/**
 * Counts the requests to operations that name a throttle; identity counts for all gateways. Throws for a route that does not
 * say by which field of its own body, because it would be open to guessing.
 */
export function throttlePublicOperations(app: FastifyInstance, client: RequestClient): void {
  app.decorateRequest("source", null);
  app.addHook("onRoute", (route) => {
    const throttle = route.config?.throttle;
    if (throttle === undefined) return;
    assertSubject(route.url, throttle, route.schema?.body);
    // Only the parsed body says whose account it is about. A broken one is counted before it is refused.
    route.attachValidation = true;
    const overload = createAdaptiveThrottle(overloadLimits);
    route.preHandler = [shedStrangers(overload), consumeQuota(client, throttle, overload)];
    route.onResponse = [noteServed(overload)];
    if (throttle.clearsLoginFailures) route.onResponse.push(clearLoginFailures(client, throttle));
  });
}

function assertSubject(url: string, throttle: Partial<Throttle>, body: unknown): void {
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  const { subject = [] } = throttle;
  if (subject.length > 0 && subject.every((field) => fields.includes(field))) return;
  throw new Error(`Nobody said by which field of its body ${url} is counted`);
}

/** Who brings back what was given to a device may be known, which identity alone can tell. */
function shedStrangers(overload: AdaptiveThrottle): preHandlerAsyncHookHandler {
  return async (request, reply) => {
    const isStranger = deviceOf(request.headers) === undefined;
    if (!isStranger || !overload.sheds(performance.now())) return undefined;
    return sendProblem(reply, { code: "service-unavailable" });
  };
}

function noteServed(overload: AdaptiveThrottle): onResponseAsyncHookHandler {
  return async (_request, { statusCode }) => {
    if (statusCode !== 503) overload.answered(performance.now(), false);
  };
}

function consumeQuota(
  client: RequestClient,
  throttle: Throttle,
  overload: AdaptiveThrottle,
): preHandlerAsyncHookHandler {
  return async (request, reply) => {
    const source = sourceOf(request, reply);
    const actor = actorOf(request, throttle, source);
    const result = await client(scopeOf(request)).request(ConsumeQuota, actor);
    // Said by identity itself: one that cannot be reached is not spared.
    if (result.kind === "refused") overload.answered(performance.now(), true);
    if (result.kind !== "replied") return refuse(reply, result);
    const { retryAfterSeconds, limits, isKnown = false } = result.data;
    request.source = { ...source, isKnown };
    reply.headers(rateLimitHeaders(limits));
    if (retryAfterSeconds !== null) {
      return sendProblem(reply, { code: "too-many-requests", retryAfterSeconds });
    }
    if (request.validationError !== undefined) throw request.validationError;
    // Nobody is there any more to read what would be done: it is not begun.
    if (request.raw.socket.destroyed) return sendProblem(reply, { code: "request-timeout" });
    return undefined;
  };
}

/** Behind the response: nobody waits for it, and when it is lost the limits are tighter for an hour. */
function clearLoginFailures(client: RequestClient, throttle: Throttle): onResponseAsyncHookHandler {
  return async (request, reply) => {
    if (reply.statusCode !== 200) return;
    const login = { ...throttle, action: "log-in" } as const;
    const actor = actorOf(request, login, sourceOf(request, reply));
    await client(scopeOf(request)).request(ClearLoginFailures, actor);
  };
}

function actorOf(
  request: FastifyRequest,
  throttle: Throttle,
  { address, device }: Pick<RequestSource, "address" | "device">,
) {
  const isBroken = request.validationError !== undefined;
  return {
    action: throttle.action,
    address,
    device,
    subject: isBroken ? null : subjectOf(throttle, request.body),
  };
}
