import { type Circuit } from "@sanu/attempts";
import type { Sats } from "@sanu/kernel";
import { type Part, providerHealth, type ServiceBase } from "@sanu/platform";
import { type ChosenConnectors, closeRails, type LightningReceiveRail } from "@sanu/rails";
import type { ReceivingRail } from "./invoice/deps.ts";
import { measuredReceiveRail } from "./invoice/rail.ts";
import { lastInbound } from "./last-inbound.ts";
import { type FollowDeps, followedRail } from "./node-hints.ts";

/** Where sats are received: each node listened to, with every call that leaves counted and timed. */
export interface ReceiveNodes {
  readonly rails: readonly ReceivingRail[];
  /** Whose the invoice of so much is; undefined where there is no choice. */
  readonly choose: (amountSats: Sats) => Promise<string | undefined>;
  /** Whether nobody that gets new invoices can make one: whoever ordered a sale now would have nothing to pay. */
  readonly areClosed: () => boolean;
  readonly following: (deps: FollowDeps) => Part;
  readonly close: () => Promise<void>;
}

interface ReceiveSettings {
  readonly nodes: { readonly receive: ChosenConnectors<LightningReceiveRail> };
  readonly providerTimeoutMs: number;
}

export function openReceiveNodes(
  { database, metrics, clock }: Pick<ServiceBase, "database" | "metrics" | "clock">,
  { nodes: { receive }, providerTimeoutMs: callTimeoutMs }: ReceiveSettings,
  { receiveRails = receive.open({ callTimeoutMs, clock }) }: { readonly receiveRails?: Rails },
): ReceiveNodes {
  const followed = receiveRails.map((rail) =>
    followedRail(measuredReceiveRail(rail, metrics.outsideCalls)),
  );
  const rails = followed.map(({ rail }) => rail);
  const nodes = followed.map(({ rail }) => ({
    provider: rail.provider,
    isClosed: rail.isClosed,
    inbound: lastInbound(rail),
  }));
  const serving = nodes.filter(({ provider }) => !receive.disabled.includes(provider));
  const { recent: health } = providerHealth(database, "invoice");
  return {
    rails,
    async choose(amountSats) {
      if (rails.length < 2) return undefined;
      const circuits = await health();
      const candidates = nodes.map(({ provider, isClosed, inbound }) => ({
        provider,
        isEnabled: !receive.disabled.includes(provider),
        isClosed: isClosed(),
        circuit: circuits.get(provider)?.circuit ?? "closed",
        inboundSats: inbound(),
      }));
      return chooseReceiver(amountSats, candidates);
    },
    areClosed: () => serving.every(({ isClosed }) => isClosed()),
    following(deps) {
      const parts = followed.map(({ part }) => part(deps));
      return {
        name: "node-hints",
        start: () => Promise.all(parts.map(async ({ start }) => start?.())),
        stop: () => Promise.all(parts.map(async ({ stop }) => stop?.())),
      };
    },
    close: () => closeRails(rails),
  };
}

type Rails = readonly [LightningReceiveRail, ...LightningReceiveRail[]];

export interface ReceiverCandidate {
  readonly provider: string;
  readonly isEnabled: boolean;
  readonly isClosed: boolean;
  readonly circuit: Circuit;
  /** What it could receive; null where nothing is known. */
  readonly inboundSats: Sats | null;
}

/**
 * Pure. The first enabled one that is open, answers and has room; where none has, the first that answers, else that is open, else any
 * that is enabled: what it could receive a moment ago forbids nothing.
 */
export function chooseReceiver(
  amountSats: Sats,
  candidates: readonly ReceiverCandidate[],
): string | undefined {
  const enabled = candidates.filter(({ isEnabled }) => isEnabled);
  const open = enabled.filter(({ isClosed }) => !isClosed);
  const answering = open.filter(({ circuit }) => circuit !== "open");
  const roomy = answering.filter(
    ({ inboundSats }) => inboundSats === null || inboundSats >= amountSats,
  );
  return (roomy[0] ?? answering[0] ?? open[0] ?? enabled[0])?.provider;
}
