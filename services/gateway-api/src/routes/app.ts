import { instantOfEpochMs } from "@sanu/kernel";
import type { SecurityTrail, Tracer } from "@sanu/platform";
import type { FastifyBaseLogger } from "fastify";
import type { FirstUses } from "../auth/first-uses.ts";
import type { RevocationFeed } from "../auth/revocation-feed.ts";
import type { GatewayConfig } from "../config.ts";
import type { ConnectionGuard } from "../connections/guard-connections.ts";
import { gatewayLimits } from "../limits.ts";
import { createApiKeys } from "../plugins/api-keys.ts";
import { enforceAccess, stagingPrincipals } from "../plugins/authentication.ts";
import { createBareApp } from "../plugins/bare-app.ts";
import { addBearerTokens } from "../plugins/bearer-tokens.ts";
import { allowOrigins } from "../plugins/cors.ts";
import { setDeadlines } from "../plugins/deadlines.ts";
import type { Drain } from "../plugins/drain.ts";
import { respondToErrors } from "../plugins/error-responses.ts";
import type { GatewayApp } from "../plugins/gateway-app.ts";
import { closeGracefully } from "../plugins/graceful-close.ts";
import { acceptJsonBodies } from "../plugins/json-bodies.ts";
import { onlyLiveTokens, tokenStateOf } from "../plugins/live-tokens.ts";
import { takeOneHost } from "../plugins/one-host.ts";
import { limitOpenRoutes } from "../plugins/open-limits.ts";
import { addOpenApi } from "../plugins/openapi.ts";
import { logRequests, type RequestMetrics } from "../plugins/request-log.ts";
import { setSecurityHeaders } from "../plugins/security-headers.ts";
import { trailResponses } from "../plugins/security-trail.ts";
import { limitSlowBodies } from "../plugins/slow-bodies.ts";
import { keepDocumentation } from "../plugins/static-files.ts";
import { limitUsers, throttlePublicOperations } from "../plugins/throttling.ts";
import { traceRequests } from "../plugins/trace-requests.ts";
import { createOpenStreams } from "../streams/open-streams.ts";
import type { Certificate } from "../tls/certificate.ts";
import type { RouteDeps } from "./define-route.ts";
import { apiRoutes, rootRoutes } from "./route-table.ts";

export interface AppDeps extends Omit<RouteDeps, "streams" | "now"> {
  readonly config: Pick<
    GatewayConfig,
    | "isStagingUserIdTaken"
    | "publicUrl"
    | "trustedProxies"
    | "httpsOnlyName"
    | "corsOrigins"
    | "userRequestsPerMinute"
    | "replicas"
    | "openQuotas"
  >;
  /** Without one the app speaks HTTP. */
  readonly certificate: Certificate | undefined;
  readonly guard: ConnectionGuard;
  readonly drain: Drain;
  readonly revocations: RevocationFeed;
  readonly firstUses: FirstUses;
  readonly logger: FastifyBaseLogger;
  readonly metrics: RequestMetrics;
  readonly tracer: Tracer;
  readonly trail: SecurityTrail;
}

/** The public API with every plugin and route; it listens to nothing yet. */
export async function createApp(deps: AppDeps): Promise<GatewayApp> {
  const { config, certificate, guard, client, logger } = deps;
  const app = createBareApp({ ...config, certificate, guard, logger });
  traceRequests(app, deps.tracer);
  setDeadlines(app);
  respondToErrors(app);
  setSecurityHeaders(app, config.httpsOnlyName);
  await allowOrigins(app, config.corsOrigins);
  takeOneHost(app);
  logRequests(app, deps.metrics);
  trailResponses(app, deps.trail);
  closeGracefully(app);
  limitSlowBodies(app, gatewayLimits.requestTimeoutMs);
  acceptJsonBodies(app);
  const tokens = onlyLiveTokens(await addBearerTokens(app, deps), deps.revocations, client);
  // Where it is not opted for nothing reads the staging header: the plugin that would is not there.
  const findOther = config.isStagingUserIdTaken ? stagingPrincipals(client, logger) : undefined;
  const limited = limitUsers(config.userRequestsPerMinute, config.replicas);
  const findByKey = createApiKeys(client, deps.revocations);
  enforceAccess(app, { tokens, findOther, findByKey, limitUsers: limited });
  throttlePublicOperations(app, client);
  keepDocumentation(app);
  limitOpenRoutes(app, config.openQuotas);
  await addOpenApi(app);
  const { revocations } = deps;
  const now = () => instantOfEpochMs(revocations.nowMs());
  const routeDeps = { ...deps, now, streams: openStreams(app, deps) };
  await app.register(
    async (api: GatewayApp) => {
      for (const addRoute of apiRoutes) addRoute(api, routeDeps);
    },
    { prefix: "/api/v1" },
  );
  for (const addRoute of rootRoutes) await addRoute(app, routeDeps);
  return app;
}

/** Streams end first when the server closes: nobody else ends them. */
function openStreams(app: GatewayApp, { revocations, drain }: AppDeps) {
  const streams = createOpenStreams((principal) => tokenStateOf(revocations, principal));
  drain.onBegin(streams.drain);
  app.addHook("preClose", (done) => {
    streams.close();
    done();
  });
  return streams;
}
