import type { Circuit } from "@sanu/attempts";
import type { Rail } from "../ports/rail.ts";
import {
  type Candidate,
  type ConnectorChoice,
  chooseConnector,
  type WantedConnector,
} from "./choose-connector.ts";

/** What the switch knows of its connectors, by provider; each is read as seldom as its source allows. */
export interface SwitchSources {
  /** Who gets no new orders. */
  readonly disabled: readonly string[];
  readonly health: () => Promise<ReadonlyMap<string, { readonly circuit: Circuit }>>;
  /** How many payouts each provider has taken for a number within a day. */
  readonly payoutsOf?: (numberHmac: string) => Promise<ReadonlyMap<string, number>>;
  /** Whether it is written down who was chosen: else only the first one is. */
  readonly isRecorded: () => Promise<boolean>;
}

export interface SwitchedOrder extends WantedConnector {
  readonly numberHmac: string;
}

export interface ConnectorSwitch {
  readonly choose: (order: SwitchedOrder) => Promise<ConnectorChoice>;
  /** Whether new orders go to it. */
  readonly isEnabled: (provider: string) => boolean;
}

/** Chooses among the rails of one direction, in the order of the setting. */
export function createSwitch(
  rails: readonly Pick<Rail, "provider" | "serves" | "limits">[],
  { disabled, health, payoutsOf, isRecorded }: SwitchSources,
): ConnectorSwitch {
  const isEnabled = (provider: string) => !disabled.includes(provider);
  return {
    isEnabled,
    async choose(order) {
      const [isFree, states] = await Promise.all([isRecorded(), health()]);
      const isCounted = rails.some(({ limits }) => limits?.payoutsPerNumberAndDay !== undefined);
      const payouts = isCounted ? await payoutsOf?.(order.numberHmac) : undefined;
      const candidates = rails.slice(0, isFree ? rails.length : 1).map((rail, at): Candidate => {
        const { provider, limits = {} } = rail;
        const most = limits.payoutsPerNumberAndDay;
        return {
          provider,
          isEnabled: isEnabled(provider),
          servesChannel: rail.serves?.(order.channel) ?? true,
          priority: at + 1,
          limits,
          payoutsLeft: most === undefined ? null : most - (payouts?.get(provider) ?? 0),
          circuit: states.get(provider)?.circuit ?? "closed",
        };
      });
      return chooseConnector(order, candidates);
    },
  };
}
