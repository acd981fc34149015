import type { connectorRequestsOf } from "@sanu/contracts";
import type { RequestHandler } from "../messaging/request-handler.ts";
import { handleRequest } from "../messaging/serve.ts";
import type { ReadHealth } from "./provider-health.ts";

type Requests = ReturnType<typeof connectorRequestsOf<"payments" | "payouts">>;

/** Says how each provider does, in the order of the setting. */
export function connectorHandler(
  { listConnectors }: Requests,
  rails: readonly { readonly provider: string }[],
  connectors: {
    readonly isEnabled: (provider: string) => boolean;
    readonly measured: ReadHealth;
  },
): RequestHandler {
  return handleRequest(listConnectors, async () => {
    const known = await connectors.measured();
    const views = rails.map(({ provider }, at) => {
      const own = known.get(provider);
      const medianMs = own?.medianMs ?? null;
      const calls = {
        circuit: own?.circuit ?? "closed",
        called: own?.called ?? 0,
        failed: own?.failed ?? 0,
        median_ms: medianMs === null ? null : Math.round(medianMs),
        last_called_at: own?.lastCalledAt ?? null,
      } as const;
      const is_enabled = connectors.isEnabled(provider);
      return { provider, priority: at + 1, is_enabled, ...calls };
    });
    return { connectors: views };
  });
}
