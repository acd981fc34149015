import type { IncomingMessage } from "node:http";
import type { Language, RequestSource } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { readLanguage } from "@sanu/platform";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../auth/verified-tokens.ts";
import type { RequestScope } from "../clients/request-client.ts";
import { countedAddressOf } from "../throttle/client-address.ts";
import { deviceHeaders, deviceOf, newDevice } from "../throttle/device.ts";

/** A UUID, thirty-two hexadecimal digits, or a ULID: what machines make, and no name, address or number. */
const requestIdShape =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;

/**
 * The client's `X-Request-Id` where it looks like an id, else a new one: it stands in events and logs for ever, where
 * nothing personal may stand.
 */
export function requestIdOf(request: Pick<IncomingMessage, "headers">): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && requestIdShape.test(given) ? given : newId();
}

/** What the services are told of an HTTP request. */
export function scopeOf(
  request: Pick<FastifyRequest, "id" | "traceparent" | "deadlineAt">,
): RequestScope {
  const { id: correlationId, traceparent, deadlineAt } = request;
  return { correlationId, traceparent, deadlineAt };
}

/** The same for a transfer: it lasts as long as its bytes take, and each request to a service has a time of its own. */
export function transferScopeOf(request: Parameters<typeof scopeOf>[0]): RequestScope {
  const { correlationId, traceparent } = scopeOf(request);
  return { correlationId, traceparent };
}

/** The language of messages and dates for a request. */
export function languageOf(request: Pick<FastifyRequest, "headers">): Language {
  return readLanguage(request.headers["accept-language"]);
}

/** Where a request comes from. A client that has nothing from us gets something to be known by again. */
export function sourceOf(
  request: Pick<FastifyRequest, "source" | "ip" | "headers">,
  reply: Pick<FastifyReply, "headers">,
): RequestSource {
  request.source ??= findSource(request, reply);
  return request.source;
}

function findSource(
  { ip, headers }: Pick<FastifyRequest, "ip" | "headers">,
  reply: Pick<FastifyReply, "headers">,
): RequestSource {
  const address = countedAddressOf(ip);
  const known = deviceOf(headers);
  if (known !== undefined) return { address, device: known };
  const device = newDevice();
  reply.headers(deviceHeaders(device));
  return { address, device };
}

/** In whose name the request comes. Throws on a route outside the authenticated part, which is a mistake of ours. */
export function principalOf(request: Pick<FastifyRequest, "principal">): Principal {
  if (request.principal === null) throw new Error("This route does not authenticate");
  return request.principal;
}
