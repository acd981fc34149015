import { epochMsOf } from "@sanu/kernel";
import fastify, { type FastifyInstance } from "fastify";
import { ZodError } from "zod";
import { addControlRoutes } from "../control/routes.ts";
import { addDisbursementRoutes } from "../gateway/disbursement-routes.ts";
import { addGatewayRoutes } from "../gateway/routes.ts";
import { sandboxLimits } from "../limits.ts";
import { addHoldRoutes } from "../node/hold-routes.ts";
import { addNodeRoutes } from "../node/routes.ts";
import { addPaymentPage } from "../pages/payment-page.ts";
import type { SandboxParts } from "../parts.ts";
import { addStatementRoutes } from "../statements/statement-routes.ts";
import { refuseForeignHosts } from "./refuse-foreign-hosts.ts";

/** The sandbox's HTTP server with all its routes; it does not listen yet. */
export function createSandboxServer(parts: SandboxParts): FastifyInstance {
  const app = fastify({ bodyLimit: sandboxLimits.bodyBytesMax, forceCloseConnections: true });
  refuseForeignHosts(app);
  // The payment page's forms have no fields.
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, _body, done) => done(null, {}),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ZodError) {
      const fields = error.issues.map((issue) => issue.path.join("."));
      return reply.code(422).send({ code: "invalid-request", fields });
    }
    const status = statusOfError(error);
    return reply.code(status).send({ code: status < 500 ? "invalid-request" : "internal" });
  });
  // Everything that the sandbox says about time comes from one clock.
  app.addHook("onSend", async (_request, reply) => {
    reply.header("date", new Date(epochMsOf(parts.clock.now())).toUTCString());
  });
  app.get("/livez", () => ({ status: "alive" }));
  app.get("/readyz", () => ({ status: "ready" }));
  addGatewayRoutes(app, parts);
  addDisbursementRoutes(app, parts);
  addNodeRoutes(app, parts);
  addHoldRoutes(app, parts);
  addStatementRoutes(app, parts);
  addPaymentPage(app, parts);
  addControlRoutes(app, parts);
  return app;
}

function statusOfError(error: unknown): number {
  const hasStatus = typeof error === "object" && error !== null && "statusCode" in error;
  return hasStatus && typeof error.statusCode === "number" ? error.statusCode : 500;
}
