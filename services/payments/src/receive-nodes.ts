import { type Circuit } from "@sanu/attempts";
import { columnAwaited, type Part, providerHealth, type ServiceBase } from "@sanu/platform";
import { type ChosenConnectors, closeRails, type LightningReceiveRail } from "@sanu/rails";
import { measuredReceiveRail } from "./invoice/rail.ts";
import { type FollowDeps, followedRail } from "./node-hints.ts";

/** Where sats are received: each node listened to, with every call that leaves counted and timed. */
export interface ReceiveNodes {
  readonly rails: readonly LightningReceiveRail[];
  /** Whose the next invoice is; the first one where it is not written down whose an invoice is. */
  readonly choose: () => Promise<string | undefined>;
  readonly following: (deps: FollowDeps) => Part;
  readonly close: () => Promise<void>;
}

interface ReceiveSettings {
  readonly nodes: { readonly receive: ChosenConnectors<LightningReceiveRail> };
  readonly providerTimeoutMs: number;
}

export function openReceiveNodes(
  { database, metrics }: Pick<ServiceBase, "database" | "metrics">,
  { nodes: { receive }, providerTimeoutMs: callTimeoutMs }: ReceiveSettings,
  { receiveRails = receive.open({ callTimeoutMs }) }: { readonly receiveRails?: Rails },
): ReceiveNodes {
  const followed = receiveRails.map((rail) =>
    followedRail(measuredReceiveRail(rail, metrics.outsideCalls)),
  );
  const rails = followed.map(({ rail }) => rail);
  const first = receiveRails[0].provider;
  const { recent: health } = providerHealth(database, { kind: "invoice", first });
  const isRecorded = columnAwaited(database, "attempts", "provider");
  return {
    rails,
    async choose() {
      if (rails.length < 2 || !(await isRecorded())) return undefined;
      const circuits = await health();
      return chooseReceiver(
        followed.map(({ rail: { provider }, isClosed }) => ({
          provider,
          isEnabled: !receive.disabled.includes(provider),
          isClosed: isClosed(),
          circuit: circuits.get(provider)?.circuit ?? "closed",
        })),
      );
    },
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
}

/** Pure. The first enabled one that is open and answers, else the first that is open, else the first enabled one. */
export function chooseReceiver(candidates: readonly ReceiverCandidate[]): string | undefined {
  const enabled = candidates.filter(({ isEnabled }) => isEnabled);
  const open = enabled.filter(({ isClosed }) => !isClosed);
  const answering = open.filter(({ circuit }) => circuit !== "open");
  return (answering[0] ?? open[0] ?? enabled[0])?.provider;
}
