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
import { countedAddressOf } from "../throttle/client-address.ts";
import { deviceOf } from "../throttle/device.ts";
import { createKnownPlaces, type KnownPlaces } from "../throttle/known-places.ts";
import { rateLimitHeaders } from "../throttle/rate-limit-headers.ts";
import { createRequestCounts } from "../throttle/request-counts.ts";
import { subjectOf, type Throttle } from "../throttle/throttle.ts";
import { refuse, sendProblem } from "./problems.ts";
import { principalOf, scopeOf, sourceOf } from "./request-context.ts";

const limitNames = { user: "user", key: "key" } as const;

/** Counts the requests of each authenticated user, and of each key its part of what all gateways together allow it. */
export function limitUsers(perMinute: number, replicas: number): onRequestHookHandler {
  const requests = createRequestCounts<string>(perMinute, throttleLimits.windowMs);
  return (request, reply, done) => {
    const { accountId, apiKey } = principalOf(request);
    const [name, sender, quota] =
      apiKey === undefined
        ? [limitNames.user, accountId, perMinute]
        : [limitNames.key, apiKey.keyId, Math.ceil(apiKey.requestsPerMinute / replicas)];
    const counted = requests.count(sender, performance.now(), quota);
    const { isAllowed, remaining, resetSeconds } = counted;
    const policy = { name, quota, windowSeconds: 60 };
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
  const places = createKnownPlaces(overloadLimits.knownPlacesMax);
  app.addHook("onRoute", (route) => {
    const throttle = route.config?.throttle;
    if (throttle === undefined) return;
    assertSubject(route.url, throttle, route.schema?.body);
    // Only the parsed body says whose account it is about. A broken one is counted before it is refused.
    const counted = { client, throttle, places, overloadOf: createOverload() };
    route.preHandler = [shedStrangers(counted), consumeQuota(counted)];
    route.onResponse = [noteServed(counted)];
    if (throttle.clearsLoginFailures) route.onResponse.push(clearLoginFailures(counted));
  });
}

function assertSubject(url: string, throttle: Partial<Throttle>, body: unknown): void {
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  const { subject = [] } = throttle;
  if (subject.length > 0 && subject.every((field) => fields.includes(field))) return;
  throw new Error(`Nobody said by which field of its body ${url} is counted`);
}

interface Counted {
  readonly client: RequestClient;
  readonly throttle: Throttle;
  readonly places: KnownPlaces;
  readonly overloadOf: (request: FastifyRequest) => AdaptiveThrottle;
}

/** Anybody can make up a device: who shows one is apart from who shows none, so that a flood of neither refuses the other. */
function createOverload(): Counted["overloadOf"] {
  const strangers = createAdaptiveThrottle(overloadLimits);
  const devices = createAdaptiveThrottle(overloadLimits);
  return ({ headers }) => (deviceOf(headers) === undefined ? strangers : devices);
}

/** Whom identity has called known is left to it. */
function shedStrangers({ throttle, places, overloadOf }: Counted): preHandlerAsyncHookHandler {
  return async (request, reply) => {
    const address = countedAddressOf(request.ip);
    const device = deviceOf(request.headers) ?? null;
    if (places.isKnown({ address, device }, subjectIn(request, throttle))) return undefined;
    if (!overloadOf(request).sheds(performance.now())) return undefined;
    return sendProblem(reply, { code: "service-unavailable" });
  };
}

function noteServed({ overloadOf }: Counted): onResponseAsyncHookHandler {
  return async (request, { statusCode }) => {
    if (statusCode !== 503) overloadOf(request).answered(performance.now(), false);
  };
}

function consumeQuota({
  client,
  throttle,
  places,
  overloadOf,
}: Counted): preHandlerAsyncHookHandler {
  return async (request, reply) => {
    const source = sourceOf(request, reply);
    const actor = actorOf(request, throttle, source);
    const result = await client(scopeOf(request)).request(ConsumeQuota, actor);
    // Said by identity itself: one that cannot be reached is not spared.
    if (result.kind === "refused") overloadOf(request).answered(performance.now(), true);
    if (result.kind !== "replied") return refuse(reply, result);
    const { retryAfterSeconds, limits, isKnown = false } = result.data;
    request.source = { ...source, isKnown };
    if (isKnown) places.remember(source, actor.subject);
    reply.headers(rateLimitHeaders(limits));
    if (retryAfterSeconds !== null) {
      return sendProblem(reply, { code: "too-many-requests", retryAfterSeconds });
    }
    if (request.invalidInput !== undefined) throw request.invalidInput;
    // Nobody is there any more to read what would be done: it is not begun.
    if (request.raw.socket.destroyed) return sendProblem(reply, { code: "request-timeout" });
    return undefined;
  };
}

/** Behind the response: nobody waits for it, and when it is lost the limits are tighter for an hour. */
function clearLoginFailures({ client, throttle, places }: Counted): onResponseAsyncHookHandler {
  return async (request, reply) => {
    if (reply.statusCode !== 200) return;
    const login = { ...throttle, action: "log-in" } as const;
    const source = sourceOf(request, reply);
    const actor = actorOf(request, login, source);
    places.remember(source, actor.subject);
    await client(scopeOf(request)).request(ClearLoginFailures, actor);
  };
}

function actorOf(
  request: FastifyRequest,
  throttle: Throttle,
  { address, device }: Pick<RequestSource, "address" | "device">,
) {
  return { action: throttle.action, address, device, subject: subjectIn(request, throttle) };
}

function subjectIn({ invalidInput, body }: FastifyRequest, throttle: Throttle): string | null {
  return invalidInput === undefined ? subjectOf(throttle, body) : null;
}
