import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Refuses requests under a name that is none of a machine's own: a page of somebody else could let his name lead here
 * (DNS rebinding) and read codes and payments out of the developer's browser. RFC 9110, 15.5.20.
 */
export function refuseForeignHosts(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (isOwnName(request.hostname)) return done();
    reply.code(421).send({ code: "foreign-host" });
  });
}

/** An address, `localhost` and below it, or a name without a dot, as containers of one network call each other. */
function isOwnName(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return isIP(name) !== 0 || !name.includes(".") || name.endsWith(".localhost");
}
