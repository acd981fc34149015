import { fastifyCors } from "@fastify/cors";
import type { Metrics } from "@sanu/platform";
import { type FastifyBaseLogger, fastify, LogController } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { IdentityClient } from "../clients/identity.ts";
import type { PaymentsClient } from "../clients/payments.ts";
import type { TransactionsClient } from "../clients/transactions.ts";
import type { GatewayConfig } from "../config.ts";
import { gatewayLimits } from "../limits.ts";
import { requireUser, stagingPrincipals } from "../plugins/authentication.ts";
import { addBearerTokens } from "../plugins/bearer-tokens.ts";
import { answerBrokenConnection } from "../plugins/broken-connections.ts";
import { answerError, answerErrors } from "../plugins/error-replies.ts";
import type { GatewayApp } from "../plugins/gateway-app.ts";
import { acceptJsonBodies } from "../plugins/json-bodies.ts";
import { addOpenApi } from "../plugins/openapi.ts";
import { closeOrderly } from "../plugins/orderly-close.ts";
import { requestIdOf } from "../plugins/request-context.ts";
import { logRequests } from "../plugins/request-log.ts";
import { setSecurityHeaders } from "../plugins/security-headers.ts";
import { compileValidator } from "../plugins/validation.ts";
import type { Certificate } from "../tls/certificate.ts";
import { createHttpServer } from "../tls/create-server.ts";
import type { SigningKeys } from "../tokens/signing-keys.ts";
import { getMe } from "./auth/get-me.ts";
import { logIn } from "./auth/log-in.ts";
import { register } from "./auth/register.ts";
import { verifyOtp } from "./auth/verify-otp.ts";
import { getOpenApi } from "./docs/get-openapi.ts";
import { showProblem } from "./docs/show-problem.ts";
import { getAssets } from "./pay/get-assets.ts";
import { getStatus } from "./pay/get-status.ts";
import { showPage } from "./pay/show-page.ts";
import { createTransaction } from "./transactions/create-transaction.ts";
import { getFlashback } from "./transactions/get-flashback.ts";
import { getRemaining } from "./transactions/get-remaining.ts";
import { getTransaction } from "./transactions/get-transaction.ts";
import { listTransactions } from "./transactions/list-transactions.ts";
import { receiveCallback } from "./webhooks/receive-callback.ts";

export interface AppDeps {
  readonly config: Pick<
    GatewayConfig,
    "environment" | "publicUrl" | "trustedProxies" | "corsOrigins"
  >;
  /** Without one the app speaks HTTP. */
  readonly certificate: Certificate | undefined;
  readonly identity: IdentityClient;
  readonly transactions: TransactionsClient;
  readonly payments: PaymentsClient;
  readonly keys: SigningKeys;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, "requests">;
}

/** The public API with every plugin and route; it listens to nothing yet. */
export async function createApp(deps: AppDeps): Promise<GatewayApp> {
  const { config, identity, metrics } = deps;
  const app = createBareApp(deps);
  answerErrors(app);
  setSecurityHeaders(app, config.publicUrl);
  logRequests(app, metrics);
  closeOrderly(app);
  acceptJsonBodies(app);
  if (config.corsOrigins.length > 0) await app.register(fastifyCors, corsOptions(config));
  await addOpenApi(app);
  const tokens = await addBearerTokens(app, deps.keys);
  // In production nothing reads the staging header: the plugin that would is not there.
  const findOther = config.environment === "production" ? undefined : stagingPrincipals(identity);
  await app.register(
    async (api: GatewayApp) => {
      addPublicRoutes(api, deps);
      await api.register(async (scope: GatewayApp) => {
        requireUser(scope, tokens, findOther);
        addUserRoutes(scope, deps);
      });
    },
    { prefix: "/api/v1" },
  );
  await app.register(async (scope: GatewayApp) => receiveCallback(scope, deps.payments));
  addPages(app, deps);
  return app;
}

function createBareApp({ config, certificate, logger }: AppDeps): GatewayApp {
  const docsUrl = `${config.publicUrl}/docs`;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "correlationId",
    }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: gatewayLimits.bodyBytesMax,
    routerOptions: { maxParamLength: gatewayLimits.pathParameterLettersMax },
    requestTimeout: gatewayLimits.requestTimeoutMs,
    connectionTimeout: gatewayLimits.connectionTimeoutMs,
    keepAliveTimeout: gatewayLimits.keepAliveTimeoutMs,
    forceCloseConnections: "idle",
    // A request that still comes through an open connection while we close is served like the others.
    return503OnClosing: false,
    serverFactory: (listener) => createHttpServer(listener, certificate),
    clientErrorHandler: answerBrokenConnection(docsUrl),
    frameworkErrors: answerError,
  }).withTypeProvider<ZodTypeProvider>();
  app.decorate("docsUrl", docsUrl);
  app.decorateRequest("principal", null);
  app.setValidatorCompiler(compileValidator);
  // Answers come from parsed replies of our own services; they are written, not checked a second time.
  app.setSerializerCompiler(() => JSON.stringify);
  return app;
}

function corsOptions({ corsOrigins }: AppDeps["config"]) {
  return {
    origin: corsOrigins.includes("*") ? "*" : [...corsOrigins],
    methods: ["GET", "HEAD", "POST"],
    exposedHeaders: ["X-Request-Id", "Idempotent-Replayed", "Retry-After"],
    maxAge: 600,
  };
}

function addPublicRoutes(api: GatewayApp, { identity }: AppDeps): void {
  register(api, identity);
  verifyOtp(api, identity);
  logIn(api, identity);
}

function addUserRoutes(scope: GatewayApp, { identity, transactions }: AppDeps): void {
  getMe(scope, identity);
  createTransaction(scope, transactions);
  listTransactions(scope, transactions);
  getFlashback(scope, transactions, identity);
  getRemaining(scope, transactions);
  getTransaction(scope, transactions);
}

function addPages(app: GatewayApp, { transactions }: AppDeps): void {
  getStatus(app, transactions);
  showPage(app, transactions);
  getAssets(app);
  getOpenApi(app);
  showProblem(app);
}
