import type { IncomingMessage } from "node:http";
import type { Language } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { readLanguage } from "@sanu/platform";
import type { FastifyRequest } from "fastify";
import type { Call } from "../clients/asker.ts";
import type { Principal } from "../tokens/verified-tokens.ts";

const requestIdShape = /^[A-Za-z0-9._-]{1,64}$/;
const traceparentShape = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The client's `X-Request-Id` where it has our shape, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, "headers">): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && requestIdShape.test(given) ? given : newId();
}

/** What the services learn of a request. */
export function callOf(request: Pick<FastifyRequest, "id" | "headers">): Call {
  const given = request.headers["traceparent"];
  const traceparent = typeof given === "string" && traceparentShape.test(given) ? given : undefined;
  return { correlationId: request.id, traceparent };
}

/** The language of messages and dates for a request. */
export function languageOf(request: Pick<FastifyRequest, "headers">): Language {
  return readLanguage(request.headers["accept-language"]);
}

/** Who asks. Throws on a route outside the authenticated part, which is a mistake of ours. */
export function principalOf(request: Pick<FastifyRequest, "principal">): Principal {
  if (request.principal === null) throw new Error("This route does not authenticate");
  return request.principal;
}
