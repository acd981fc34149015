import type { Circuit } from "@sanu/attempts";
import type { Rail, RailLimits } from "../ports/rail.ts";
import {
  type Candidate,
  type ConnectorChoice,
  chooseConnector,
  type WantedConnector,
} from "./choose-connector.ts";
import { boundsAmong, type ChannelBounds, closedAmong } from "./served-channels.ts";
import { boundsWithin, type StaffTerms } from "./staff-terms.ts";

/** What the switch knows of its connectors, by provider; each is read as seldom as its source allows. */
export interface SwitchSources<Terms extends StaffTerms = StaffTerms> {
  /** Who gets no new orders by the setting, whatever the staff says. */
  readonly disabled: readonly string[];
  /** What the staff says; of whom it says nothing, the setting says all. */
  readonly terms: () => Promise<ReadonlyMap<string, Terms>>;
  readonly health: () => Promise<ReadonlyMap<string, { readonly circuit: Circuit }>>;
  /** Whether this order, of all that are chosen for at once, goes to a provider that failed; nobody asks where it is absent. */
  readonly claimProbe?: (provider: string) => Promise<boolean>;
  /** How many payouts each provider has taken for a number within a day. */
  readonly payoutsOf?: (numberHmac: string) => Promise<ReadonlyMap<string, number>>;
}

export interface SwitchedOrder extends WantedConnector {
  readonly numberHmac: string;
}

/** One connector as it stands: what the setting and the staff say, and what holds. */
export interface StandingConnector<Terms extends StaffTerms = StaffTerms> {
  readonly provider: string;
  readonly isEnabled: boolean;
  readonly isEnabledBySetting: boolean;
  readonly limits: RailLimits;
  readonly terms: Terms | undefined;
}

export interface ConnectorSwitch<Terms extends StaffTerms = StaffTerms> {
  readonly choose: (order: SwitchedOrder) => Promise<ConnectorChoice>;
  /** Who would be chosen; nobody is by that, so nobody is probed. */
  readonly consider: (order: SwitchedOrder) => Promise<ConnectorChoice>;
  /** Whether new orders go to it. */
  readonly isEnabled: (provider: string) => Promise<boolean>;
  /** In the order of the setting. */
  readonly standing: () => Promise<readonly StandingConnector<Terms>[]>;
  /** Which channels they serve, and none of them that gets new orders. */
  readonly closedChannels: () => Promise<readonly string[]>;
  /** What nobody who gets new orders takes is beyond them. */
  readonly channelBounds: () => Promise<readonly ChannelBounds[]>;
}

type SwitchedRail = Pick<Rail, "provider" | "serves" | "limits">;

/** Chooses among the rails of one direction, in the order of the setting and of what the staff says of their channels. */
export function createSwitch<Terms extends StaffTerms>(
  rails: readonly SwitchedRail[],
  sources: SwitchSources<Terms>,
): ConnectorSwitch<Terms> {
  const { disabled, claimProbe } = sources;
  const standing = async () => {
    const said = await sources.terms();
    return rails.map(({ provider, limits = {} }): StandingConnector<Terms> => {
      const terms = said.get(provider);
      const isEnabledBySetting = !disabled.includes(provider);
      const isEnabled = isEnabledBySetting && terms?.isEnabled !== false;
      const bounds = boundsWithin(limits, terms);
      return { provider, isEnabled, isEnabledBySetting, limits: bounds, terms };
    });
  };
  const serving = async () =>
    (await standing()).map(({ isEnabled, limits }, at) => {
      return { isEnabled, limits, serves: (name: string) => servesChannel(rails[at], name) };
    });
  const candidatesFor = (order: SwitchedOrder) => readCandidates(rails, sources, standing, order);
  return {
    standing,
    closedChannels: async () => closedAmong(await serving()),
    channelBounds: async () => boundsAmong(await serving()),
    isEnabled: async (provider) =>
      (await standing()).some((one) => one.provider === provider && one.isEnabled),
    consider: async (order) => chooseConnector(order, await candidatesFor(order)),
    async choose(order) {
      let candidates = await candidatesFor(order);
      for (;;) {
        const choice = chooseConnector(order, candidates);
        const chosen = candidates.find(({ provider }) => provider === choice.provider);
        if (chosen?.circuit !== "probing" || claimProbe === undefined) return choice;
        if (await claimProbe(chosen.provider)) return choice;
        candidates = candidates.map((one) => (one === chosen ? { ...one, circuit: "open" } : one));
      }
    },
  };
}

async function readCandidates(
  rails: readonly SwitchedRail[],
  { health, payoutsOf }: SwitchSources,
  standing: () => Promise<readonly StandingConnector[]>,
  { channel, numberHmac }: SwitchedOrder,
): Promise<readonly Candidate[]> {
  const isCounted = rails.some(({ limits }) => limits?.payoutsPerNumberAndDay !== undefined);
  const [states, connectors, payouts] = await Promise.all([
    health(),
    standing(),
    isCounted ? payoutsOf?.(numberHmac) : undefined,
  ]);
  return connectors.map((one, at): Candidate => {
    const { provider, limits, terms, isEnabled, isEnabledBySetting } = one;
    const most = limits.payoutsPerNumberAndDay;
    return {
      provider,
      disabledBy: isEnabled ? null : isEnabledBySetting ? "staff" : "setting",
      servesChannel: servesChannel(rails[at], channel),
      place: at + 1,
      staffPriority: terms?.priorities[channel] ?? null,
      limits,
      payoutsLeft: most === undefined ? null : most - (payouts?.get(provider) ?? 0),
      circuit: states.get(provider)?.circuit ?? "closed",
    };
  });
}

function servesChannel(rail: SwitchedRail | undefined, channel: string): boolean {
  return rail?.serves?.(channel) ?? true;
}
