import { fastifyCors } from "@fastify/cors";
import type { Metrics } from "@sanu/platform";
import { type FastifyBaseLogger, fastify, LogController } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { IdentityClient } from "../clients/identity.ts";
import type { KycClient } from "../clients/kyc.ts";
import type { MonitoringClient } from "../clients/monitoring.ts";
import type { PaymentsClient } from "../clients/payments.ts";
import type { RatesClient } from "../clients/rates.ts";
import type { StaffClient } from "../clients/staff.ts";
import type { TransactionsClient } from "../clients/transactions.ts";
import type { WalletClient } from "../clients/wallet.ts";
import type { GatewayConfig } from "../config.ts";
import { gatewayLimits } from "../limits.ts";
import { enforceAccess, stagingPrincipals } from "../plugins/authentication.ts";
import { addBearerTokens } from "../plugins/bearer-tokens.ts";
import { answerBrokenConnection } from "../plugins/broken-connections.ts";
import { giveDeadlines } from "../plugins/deadlines.ts";
import { answerError, answerErrors } from "../plugins/error-replies.ts";
import type { ProgressStreams } from "../plugins/follow-progress.ts";
import type { GatewayApp } from "../plugins/gateway-app.ts";
import { acceptJsonBodies } from "../plugins/json-bodies.ts";
import { judgeToken, onlyLiveTokens } from "../plugins/live-tokens.ts";
import { addOpenApi } from "../plugins/openapi.ts";
import { closeOrderly } from "../plugins/orderly-close.ts";
import { requestIdOf } from "../plugins/request-context.ts";
import { logRequests } from "../plugins/request-log.ts";
import { setSecurityHeaders } from "../plugins/security-headers.ts";
import { limitSlowBodies } from "../plugins/slow-bodies.ts";
import { limitUsers, throttleStrangers } from "../plugins/throttling.ts";
import { compileValidator } from "../plugins/validation.ts";
import type { FirstUses } from "../sessions/first-uses.ts";
import type { RevocationFeed } from "../sessions/revocation-feed.ts";
import { createOpenStreams } from "../streams/open-streams.ts";
import type { ProgressWatch } from "../streams/progress-watch.ts";
import type { Certificate } from "../tls/certificate.ts";
import { createHttpServer } from "../tls/create-server.ts";
import type { SigningKeys } from "../tokens/signing-keys.ts";
import { deactivate } from "./auth/deactivate.ts";
import { erase } from "./auth/erase.ts";
import { getMe } from "./auth/get-me.ts";
import { logIn } from "./auth/log-in.ts";
import { logOut } from "./auth/log-out.ts";
import { reactivate } from "./auth/reactivate.ts";
import { refreshToken } from "./auth/refresh-token.ts";
import { regenerateOtp } from "./auth/regenerate-otp.ts";
import { register } from "./auth/register.ts";
import { requestReset } from "./auth/request-reset.ts";
import { resetPassword } from "./auth/reset-password.ts";
import { updateMe } from "./auth/update-me.ts";
import { verifyOtp } from "./auth/verify-otp.ts";
import { getOpenApi } from "./docs/get-openapi.ts";
import { showProblem } from "./docs/show-problem.ts";
import { addKycRoutes } from "./kyc/kyc-routes.ts";
import { getMonitored } from "./monitoring/get-monitored.ts";
import { listMonitored } from "./monitoring/list-monitored.ts";
import { resolveReview } from "./monitoring/resolve-review.ts";
import { followPayment } from "./pay/follow-payment.ts";
import { getAssets } from "./pay/get-assets.ts";
import { getStatus } from "./pay/get-status.ts";
import { showPage } from "./pay/show-page.ts";
import { addRateRoutes } from "./rates/rate-routes.ts";
import { cancelTransaction } from "./transactions/cancel-transaction.ts";
import { createTransaction } from "./transactions/create-transaction.ts";
import { followTransaction } from "./transactions/follow-transaction.ts";
import { getFlashback } from "./transactions/get-flashback.ts";
import { getRemaining } from "./transactions/get-remaining.ts";
import { getResume } from "./transactions/get-resume.ts";
import { getTransaction } from "./transactions/get-transaction.ts";
import { giveReturnInvoice } from "./transactions/give-return-invoice.ts";
import { listTransactions } from "./transactions/list-transactions.ts";
import { changeUser } from "./users/change-user.ts";
import { getUser } from "./users/get-user.ts";
import { listUsers } from "./users/list-users.ts";
import { joinWaitlist } from "./waitlist/join-waitlist.ts";
import { listWaitlist } from "./waitlist/list-waitlist.ts";
import { addWalletRoutes } from "./wallet/wallet-routes.ts";
import { receiveCallback } from "./webhooks/receive-callback.ts";
import { getJwks } from "./well-known/get-jwks.ts";

export interface AppDeps {
  readonly config: Pick<
    GatewayConfig,
    "environment" | "publicUrl" | "trustedProxies" | "corsOrigins" | "userRequestsPerMinute"
  >;
  /** Without one the app speaks HTTP. */
  readonly certificate: Certificate | undefined;
  readonly identity: IdentityClient;
  readonly kyc: KycClient;
  readonly staff: StaffClient;
  readonly monitoring: MonitoringClient;
  readonly transactions: TransactionsClient;
  readonly rates: RatesClient;
  readonly wallet: WalletClient;
  readonly payments: PaymentsClient;
  readonly progress: ProgressWatch;
  readonly keys: SigningKeys;
  readonly revocations: RevocationFeed;
  readonly firstUses: FirstUses;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, "requests">;
}

/** The public API with every plugin and route; it listens to nothing yet. */
export async function createApp(deps: AppDeps): Promise<GatewayApp> {
  const { config, identity, metrics } = deps;
  const app = createBareApp(deps);
  giveDeadlines(app);
  answerErrors(app);
  setSecurityHeaders(app, config.publicUrl);
  logRequests(app, metrics);
  closeOrderly(app);
  limitSlowBodies(app, gatewayLimits.requestTimeoutMs);
  acceptJsonBodies(app);
  const tokens = onlyLiveTokens(await addBearerTokens(app, deps), deps.revocations, identity);
  // In production nothing reads the staging header: the plugin that would is not there.
  const findOther = config.environment === "production" ? undefined : stagingPrincipals(identity);
  const limited = limitUsers(config.userRequestsPerMinute);
  enforceAccess(app, { tokens, findOther, limitUsers: limited });
  throttleStrangers(app, identity);
  if (config.corsOrigins.length > 0) await app.register(fastifyCors, corsOptions(config));
  await addOpenApi(app);
  const progress = openStreams(app, deps);
  await app.register(
    async (api: GatewayApp) => {
      addApiRoutes(api, deps);
      followTransaction(api, progress);
      listMonitored(api, deps.monitoring);
      getMonitored(api, deps.monitoring);
      resolveReview(api, deps.monitoring);
    },
    { prefix: "/api/v1" },
  );
  await app.register(async (scope: GatewayApp) => receiveCallback(scope, deps.payments));
  followPayment(app, progress);
  addPages(app, deps);
  return app;
}

/** Streams end first when the server closes: nobody else ends them. */
function openStreams(app: GatewayApp, deps: AppDeps): ProgressStreams {
  const streams = createOpenStreams((principal) => judgeToken(deps.revocations, principal));
  app.addHook("preClose", (done) => {
    streams.close();
    done();
  });
  return { streams, watch: deps.progress, transactions: deps.transactions };
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
    requestTimeout: gatewayLimits.uploadTimeoutMs,
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
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH"],
    exposedHeaders: [
      "X-Request-Id",
      "Idempotent-Replayed",
      "Retry-After",
      "RateLimit",
      "RateLimit-Policy",
    ],
    maxAge: 600,
  };
}

function addApiRoutes(api: GatewayApp, deps: AppDeps): void {
  const { identity, kyc, staff, transactions, rates, wallet } = deps;
  register(api, identity);
  verifyOtp(api, identity);
  logIn(api, identity);
  regenerateOtp(api, identity);
  reactivate(api, identity);
  requestReset(api, identity);
  resetPassword(api, identity);
  refreshToken(api, identity);
  logOut(api, identity);
  getMe(api, identity);
  updateMe(api, identity);
  deactivate(api, identity);
  erase(api, identity);
  addKycRoutes(api, kyc, staff);
  listUsers(api, staff);
  getUser(api, staff);
  changeUser(api, staff);
  joinWaitlist(api, identity);
  listWaitlist(api, identity);
  addRateRoutes(api, rates);
  createTransaction(api, transactions);
  listTransactions(api, transactions);
  getFlashback(api, transactions, identity);
  getRemaining(api, transactions);
  getResume(api, transactions);
  getTransaction(api, transactions);
  cancelTransaction(api, transactions);
  giveReturnInvoice(api, transactions);
  addWalletRoutes(api, wallet);
}

function addPages(app: GatewayApp, { transactions, keys }: AppDeps): void {
  getJwks(app, keys);
  getStatus(app, transactions);
  showPage(app, transactions);
  getAssets(app);
  getOpenApi(app);
  showProblem(app);
}
