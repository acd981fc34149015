import type { Circuit } from "@sanu/attempts";
import type { Rail } from "../ports/rail.ts";
import {
  type Candidate,
  type ConnectorChoice,
  chooseConnector,
  type WantedConnector,
} from "./choose-connector.ts";
import type { ConnectorTerms } from "./connector-terms.ts";

/** What the switch knows of its connectors, by provider; each is read as seldom as its source allows. */
export interface SwitchSources {
  /** What the staff has set; nothing of a connector that nobody touched. */
  readonly terms: () => Promise<ReadonlyMap<string, ConnectorTerms>>;
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
  /** Whether the staff lets orders go to it now. */
  readonly isEnabled: (provider: string) => Promise<boolean>;
}

/** Chooses among the rails of one direction, in the order of the setting where nothing else is said. */
export function createSwitch(
  direction: keyof ConnectorTerms["isEnabled"],
  rails: readonly Pick<Rail, "provider" | "serves" | "limits">[],
  { terms, health, payoutsOf, isRecorded }: SwitchSources,
): ConnectorSwitch {
  return {
    async choose(order) {
      const [isFree, known, states] = await Promise.all([isRecorded(), terms(), health()]);
      const isCounted = rails.some(({ limits }) => limits?.payoutsPerNumberAndDay !== undefined);
      const payouts = isCounted ? await payoutsOf?.(order.numberHmac) : undefined;
      const candidates = rails.slice(0, isFree ? rails.length : 1).map((rail, at): Candidate => {
        const { provider, limits = {} } = rail;
        const own = known.get(provider);
        const most = limits.payoutsPerNumberAndDay;
        return {
          provider,
          isEnabled: own?.isEnabled[direction] ?? true,
          servesChannel: rail.serves?.(order.channel) ?? true,
          priority: own?.priorities[order.channel] ?? at + 1,
          limits: own === undefined ? [limits] : [limits, own.limits],
          payoutsLeft: most === undefined ? null : most - (payouts?.get(provider) ?? 0),
          circuit: states.get(provider)?.circuit ?? "closed",
        };
      });
      return chooseConnector(order, candidates);
    },
    isEnabled: async (provider) => (await terms()).get(provider)?.isEnabled[direction] ?? true,
  };
}
