import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { throttleLimits } from "../limits.ts";
import { countedAddressOf } from "../throttle/client-address.ts";
import type { OpenPart, OpenQuotas } from "../throttle/open-part.ts";
import { rateLimitHeaders } from "../throttle/rate-limit-headers.ts";
import { createRequestCounts } from "../throttle/request-counts.ts";
import { sendProblem } from "./problems.ts";
import { isDocumentation } from "./static-files.ts";

/**
 * Counts the requests of each address to what is open to everybody and cheap. Throws for an open route that is counted in no way,
 * because it would serve one address before all others.
 */
export function limitOpenRoutes(app: FastifyInstance, perMinute: OpenQuotas): void {
  const limits = {
    callbacks: limitAddresses("callbacks", perMinute.callbacks),
    pages: limitAddresses("pages", perMinute.pages),
    rates: limitAddresses("rates", perMinute.rates),
    documents: limitAddresses("documents", perMinute.documents),
  } satisfies Record<OpenPart, onRequestHookHandler>;
  app.addHook("onRoute", (route) => {
    const { access, throttle, openPart } = route.config ?? {};
    const isOpen = access === "everybody" && throttle === undefined;
    const part = isDocumentation(route.url) && access === undefined ? "documents" : openPart;
    if (part !== undefined) {
      route.onRequest = [limits[part], ...[route.onRequest ?? []].flat()];
    } else if (isOpen) {
      throw new Error(`Nobody said as what ${route.url} is counted`);
    }
  });
}

function limitAddresses(name: OpenPart, quota: number): onRequestHookHandler {
  const requests = createRequestCounts<string>(quota, throttleLimits.windowMs);
  return (request, reply, done) => {
    const address = countedAddressOf(request.ip);
    const { isAllowed, ...state } = requests.count(address, performance.now());
    reply.headers(rateLimitHeaders([{ name, quota, windowSeconds: 60, ...state }]));
    if (isAllowed) return done();
    sendProblem(reply, { code: "too-many-requests", retryAfterSeconds: state.resetSeconds });
  };
}
