import type { Circuit } from "@sanu/attempts";
import { type ConnectorChoice, ReceiverKind } from "@sanu/contracts";
import type { Sats } from "@sanu/kernel";
import type { LiquidityReading, SendRail } from "@sanu/rails";
import { chooseNode, type NodeCandidate, type WantedNode } from "./choose-node.ts";

const switchLimits = {
  /** What nodes said they could send is believed for so long. */
  liquidityKeptMs: 5_000,
} as const;

export interface SendSwitch {
  /** Undefined where there is no choice. */
  readonly choose: (wanted: WantedNode) => Promise<ConnectorChoice | undefined>;
  readonly isEnabled: (provider: string) => boolean;
  /** Whom only disabled nodes serve: what they are to be sent would wait. */
  readonly closedReceivers: readonly ReceiverKind[];
}

type ChosenRail = Pick<SendRail, "provider" | "serves" | "liquidity">;

interface SwitchSources {
  /** Who gets no new orders. */
  readonly disabled: readonly string[];
  readonly health: () => Promise<ReadonlyMap<string, { readonly circuit: Circuit }>>;
}

/** Chooses among the nodes that send, in the order of the setting. */
export function createSendSwitch(
  rails: readonly ChosenRail[],
  { disabled, health }: SwitchSources,
): SendSwitch {
  const isEnabled = (provider: string) => !disabled.includes(provider);
  const closedReceivers = ReceiverKind.options.filter((kind) => {
    const serving = rails.filter((rail) => isServing(rail, kind));
    return serving.length > 0 && !serving.some(({ provider }) => isEnabled(provider));
  });
  const liquidityOf = new Map(rails.map((rail) => [rail, keptReading(rail)] as const));
  const candidateOf = async (
    rail: ChosenRail,
    { receiverKind }: WantedNode,
    circuit: Circuit,
  ): Promise<NodeCandidate> => {
    const reading = await liquidityOf.get(rail)?.();
    const { provider } = rail;
    return {
      provider,
      isEnabled: isEnabled(provider),
      servesReceiver: isServing(rail, receiverKind),
      liquiditySats: reading === undefined ? null : liquidityFor(reading, receiverKind),
      circuit,
    };
  };
  return {
    isEnabled,
    closedReceivers,
    async choose(wanted) {
      if (rails.length < 2) return undefined;
      const states = await health();
      const candidates = rails.map((rail) =>
        candidateOf(rail, wanted, states.get(rail.provider)?.circuit ?? "closed"),
      );
      return chooseNode(wanted, await Promise.all(candidates));
    },
  };
}

function isServing(rail: Pick<SendRail, "serves">, kind: ReceiverKind): boolean {
  return rail.serves?.(kind) ?? true;
}

/** Over Lightning all nodes behind a rail are one way; the most that one of them has is what can be sent at once. */
function liquidityFor(reading: LiquidityReading, receiverKind: ReceiverKind): Sats | null {
  if (reading.kind !== "liquidity") return null;
  const each = reading.nodes.map(({ outboundSats, confirmedSats }) =>
    receiverKind === "onchain" ? confirmedSats : outboundSats,
  );
  return each.reduce<Sats | null>((most, one) => (most === null || one > most ? one : most), null);
}

function keptReading(rail: Pick<SendRail, "liquidity">): () => Promise<LiquidityReading> {
  let last: { readonly reading: Promise<LiquidityReading>; readonly untilMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (last === undefined || nowMs >= last.untilMs) {
      last = { reading: rail.liquidity(), untilMs: nowMs + switchLimits.liquidityKeptMs };
    }
    return last.reading;
  };
}
