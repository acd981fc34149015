import { createSigningKeys, type Logger, type Metrics } from "@sanu/platform";
import { createFirstUses } from "./auth/first-uses.ts";
import { createRevocationFeed } from "./auth/revocation-feed.ts";
import type { NatsLink } from "./clients/nats-link.ts";
import { createOwnRequests } from "./clients/own-requests.ts";
import { createRequestClient } from "./clients/request-client.ts";
import type { GatewayConfig } from "./config.ts";
import { createConnectionGuard } from "./connections/guard-connections.ts";
import { measureConnections } from "./connections/measure-connections.ts";
import { createDrain } from "./plugins/drain.ts";
import { createProgressWatch } from "./streams/progress-watch.ts";

/** What routes and plugins work with; nothing in it runs before it is started. */
export function createParts(
  nats: NatsLink,
  config: Pick<GatewayConfig, "connectionCaps" | "trustedProxies">,
  reporting: { readonly logger: Logger; readonly metrics: Metrics },
) {
  const client = createRequestClient(nats.request);
  const own = createOwnRequests(client);
  const guard = createConnectionGuard(config.connectionCaps, config.trustedProxies);
  measureConnections(guard, reporting.metrics);
  const drain = createDrain();
  drain.onBegin(guard.drain);
  const keys = createSigningKeys({ readKeys: own.readKeys, ...reporting });
  return {
    drain,
    client,
    guard,
    keys,
    revocations: createRevocationFeed({
      subscribe: (onMessage) =>
        nats.onRevocations((text) => {
          // Its beat is the first sign of an identity that starts after us.
          keys.expectKeys();
          onMessage(text);
        }),
      read: own.readRevocations,
      report: own.reportRevocations,
      ...reporting,
    }),
    firstUses: createFirstUses(own.recordFirstUse, reporting),
    watch: createProgressWatch({ subscribe: nats.onChanges, read: own.readProgress, ...reporting }),
  };
}
