import { requestLimits } from "../limits.ts";
import type { GatewayApp } from "./gateway-app.ts";

/**
 * Gives every request one deadline for all the services that it makes work, one after the other: who it is, whether
 * it may, and what it wants. The time that the client takes to send its body is its own.
 */
export function setDeadlines(app: GatewayApp): void {
  app.decorateRequest("deadlineAt", 0);
  app.decorateRequest("bodyAwaitedFrom", 0);
  app.addHook("onRequest", (request, _reply, done) => {
    request.deadlineAt = performance.now() + requestLimits.totalMs;
    done();
  });
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    request.bodyAwaitedFrom = performance.now();
    done();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    request.deadlineAt += performance.now() - request.bodyAwaitedFrom;
    done();
  });
}
