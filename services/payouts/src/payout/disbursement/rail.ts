import {
  type ListedConnectors,
  type Metrics,
  measuredCalls,
  type ServiceBase,
  switchSources,
} from "@sanu/platform";
import {
  type ChosenConnectors,
  type ConnectorSwitch,
  type DisburseRail,
  openConnectors,
} from "@sanu/rails";
import { countTakenFor } from "./taken-payouts.ts";

/** Who pays XOF out, and which of them takes an order. */
export function openDisbursements(
  { database, metrics: { outsideCalls } }: Pick<ServiceBase, "database" | "metrics">,
  config: {
    readonly connectors: { readonly disbursement: ChosenConnectors<DisburseRail> };
    readonly providerTimeoutMs: number;
    readonly connectorTermsKeptMs: number;
  },
  given?: readonly DisburseRail[],
): {
  readonly rails: readonly DisburseRail[];
  readonly connectors: ConnectorSwitch & ListedConnectors;
} {
  const { providerTimeoutMs: callTimeoutMs, connectorTermsKeptMs: termsKeptMs } = config;
  const { disbursement: chosen } = config.connectors;
  const of = { kind: "disbursement", disabled: chosen.disabled, termsKeptMs } as const;
  return openConnectors({
    chosen,
    callTimeoutMs,
    given,
    measured: (rail) => measuredDisburseRail(rail, outsideCalls),
    sources: {
      ...switchSources(database, of),
      payoutsOf: (hmac: string) => countTakenFor(database, hmac),
    },
  });
}

/** The same rail; every call that leaves is counted and timed by its outcome. */
function measuredDisburseRail(
  rail: DisburseRail,
  outsideCalls: Metrics["outsideCalls"],
): DisburseRail {
  const measured = measuredCalls(rail.provider, outsideCalls);
  return {
    ...rail,
    disburse: (order) => measured("disburse", rail.disburse(order)),
    status: (key, providerReference) =>
      measured("disburse-status", rail.status(key, providerReference)),
    floats: () => measured("floats", rail.floats()),
    conditions: (channel) => measured("conditions", rail.conditions(channel)),
  };
}
