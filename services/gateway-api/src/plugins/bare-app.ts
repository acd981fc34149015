import { type FastifyBaseLogger, fastify, LogController } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { ConnectionGuard } from "../connections/guard-connections.ts";
import { gatewayLimits } from "../limits.ts";
import type { Certificate } from "../tls/certificate.ts";
import { createHttpServer } from "../tls/create-server.ts";
import { respondToBrokenConnection } from "./broken-connections.ts";
import { respondToError } from "./error-responses.ts";
import type { GatewayApp } from "./gateway-app.ts";
import { requestIdOf } from "./request-context.ts";
import { securityHeaders } from "./security-headers.ts";
import { type AwaitedBodies, closeUnwantedBodies } from "./unwanted-bodies.ts";
import { parseInput } from "./validation.ts";

/** The framework with our limits, and without a plugin or a route. */
export function createBareApp(options: {
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  /** Without one the app speaks HTTP. */
  readonly certificate: Certificate | undefined;
  readonly guard: ConnectionGuard;
  readonly logger: FastifyBaseLogger;
}): GatewayApp {
  const { publicUrl, trustedProxies, certificate, guard, logger } = options;
  const docsUrl = `${publicUrl}/docs`;
  const awaited: AwaitedBodies = new WeakSet();
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "correlationId",
    }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: gatewayLimits.bodyBytesMax,
    routerOptions: { maxParamLength: gatewayLimits.pathParameterLettersMax },
    requestTimeout: gatewayLimits.uploadTimeoutMs,
    connectionTimeout: gatewayLimits.connectionTimeoutMs,
    keepAliveTimeout: gatewayLimits.keepAliveTimeoutMs,
    forceCloseConnections: "idle",
    // A request that still comes through an open connection while we close is served like the others.
    return503OnClosing: false,
    serverFactory: (listener) => createHttpServer(listener, { certificate, guard, awaited }),
    clientErrorHandler: respondToBrokenConnection({
      docsUrl,
      securityHeaders,
      isAnswering: guard.isAnswering,
    }),
    // No hook has run for it.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders, connection: "close" });
      respondToError(error, request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.decorate("docsUrl", docsUrl);
  app.decorateRequest("principal", null);
  closeUnwantedBodies(app, awaited);
  parseInput(app);
  // Bodies come from parsed replies of our own services; they are written, not checked a second time.
  app.setSerializerCompiler(() => JSON.stringify);
  return app;
}
