import type { ConnectorView, connectorRequestsOf, listClosedChannelsOf } from "@sanu/contracts";
import type { Xof } from "@sanu/kernel";
import type { RequestHandler } from "../messaging/request-handler.ts";
import { handleRequest } from "../messaging/serve.ts";
import type { ConnectorTerms } from "./connector-terms.ts";
import type { ProviderHealth, ReadHealth } from "./provider-health.ts";

type Requests = ReturnType<typeof connectorRequestsOf<"payments" | "payouts">>;

/** One provider as it stands: what the setting and the staff say, and what holds. */
interface StandingConnector {
  readonly provider: string;
  readonly isEnabled: boolean;
  readonly isEnabledBySetting: boolean;
  readonly limits: { readonly amountXofMin?: Xof; readonly amountXofMax?: Xof };
  readonly terms: ConnectorTerms | undefined;
}

export interface ListedConnectors {
  /** In the order of the setting. */
  readonly standing: () => Promise<readonly StandingConnector[]>;
  /** Which channels they serve, and none of them that gets new orders. */
  readonly closedChannels: () => Promise<readonly string[]>;
  /** What is beyond all who get new orders of a channel. */
  readonly channelBounds: () => Promise<
    readonly (Record<"amountXofMin" | "amountXofMax", Xof | null> & { readonly channel: string })[]
  >;
  readonly measured: ReadHealth;
}

/** What the staff and transactions ask about the providers of a direction. */
export function connectorHandlers(
  { listConnectors }: Requests,
  listClosed: ReturnType<typeof listClosedChannelsOf<"payments" | "payouts">>,
  connectors: ListedConnectors,
): readonly RequestHandler[] {
  return [
    connectorHandler(listConnectors, connectors),
    handleRequest(listClosed, async () => ({
      closedChannels: [...(await connectors.closedChannels())],
      bounds: (await connectors.channelBounds()).map(({ channel, ...bounds }) => ({
        channel,
        amountXofMin: textOf(bounds.amountXofMin),
        amountXofMax: textOf(bounds.amountXofMax),
      })),
    })),
  ];
}

/** Says what holds for each provider, and how it does, in the order of the setting. */
function connectorHandler(
  listConnectors: Requests["listConnectors"],
  { standing, measured }: ListedConnectors,
): RequestHandler {
  return handleRequest(listConnectors, async () => {
    const [connectors, known] = await Promise.all([standing(), measured()]);
    const views = connectors.map(({ provider, ...one }, at) => ({
      provider,
      priority: at + 1,
      is_enabled: one.isEnabled,
      min_xof: wholeOf(one.limits.amountXofMin),
      max_xof: wholeOf(one.limits.amountXofMax),
      setting: { is_enabled: one.isEnabledBySetting },
      staff: one.terms === undefined ? null : staffView(one.terms),
      ...healthView(known.get(provider)),
    }));
    return { connectors: views };
  });
}

function healthView(own: ProviderHealth | undefined) {
  const medianMs = own?.medianMs ?? null;
  return {
    circuit: own?.circuit ?? "closed",
    called: own?.called ?? 0,
    failed: own?.failed ?? 0,
    median_ms: medianMs === null ? null : Math.round(medianMs),
    last_called_at: own?.lastCalledAt ?? null,
  } as const;
}

function staffView(terms: ConnectorTerms): NonNullable<ConnectorView["staff"]> {
  return {
    is_enabled: terms.isEnabled,
    priorities: { ...terms.priorities },
    min_xof: wholeOf(terms.amountXofMin),
    max_xof: wholeOf(terms.amountXofMax),
    changed_by: terms.changedBy,
    approved_by: terms.approvedBy,
    changed_at: terms.changedAt,
  };
}

function textOf(amountXof: Xof | null): string | null {
  return amountXof === null ? null : `${amountXof}`;
}

function wholeOf(amountXof: Xof | null | undefined): number | null {
  return amountXof === null || amountXof === undefined ? null : Number(amountXof);
}
