import type { FastifyInstance } from "fastify";
import { sendProblem } from "./problems.ts";

/**
 * Ends a request whose body does not arrive in time, unless it is a transfer. The server's own limit is one for all, and has to suit
 * documents that come over slow networks; a connection that trickles JSON would be held as long.
 */
export function limitSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook("onRoute", (route) => {
    const takesBody = route.method === "POST" || route.method === "PUT" || route.method === "PATCH";
    if (!takesBody || route.config?.isTransfer === true) return;
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [
      (request, reply, done) => {
        const timer = setTimeout(() => {
          // A body that came is being worked on, however long that takes.
          if (request.raw.complete || reply.sent) return;
          reply.header("connection", "close");
          sendProblem(reply, { code: "request-timeout" });
        }, timeoutMs);
        reply.raw.once("close", () => clearTimeout(timer));
        done();
      },
      ...before,
    ];
  });
}
