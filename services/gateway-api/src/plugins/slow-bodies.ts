import type { FastifyInstance } from "fastify";
import type { OperationId } from "../access/route-access.ts";
import { sendProblem } from "./problems.ts";

/** Bodies that may take as long as the server waits for any request. */
const slowOperations: readonly OperationId[] = ["submitKyc"];

/**
 * Ends a request whose body does not arrive in time. The server's own limit is one for all, and has to suit
 * documents that come over slow networks; a connection that trickles JSON would be held as long.
 */
export function limitSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook("onRoute", (route) => {
    const { operationId } = (route.schema ?? {}) as { readonly operationId?: OperationId };
    const takesBody = route.method === "POST" || route.method === "PUT" || route.method === "PATCH";
    if (!takesBody || (operationId !== undefined && slowOperations.includes(operationId))) return;
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
