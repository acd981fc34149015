import { createLoop, type Loop } from "../loop/create-loop.ts";
import type { LoopWork, NextRun, Pauses } from "../loop/next-run.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Lease } from "./lease.ts";
import { type RelayTimes, relayLimits } from "./limits.ts";
import type { LogPosition } from "./log-position.ts";
import { measureLag } from "./log-reader.ts";
import { watchOpenTransactions } from "./open-transactions.ts";
import type { RelayOptions } from "./relay-options.ts";

/** The lease is the last of them. */
export function sideLoops(
  options: RelayOptions & { readonly onLeading: () => void; readonly onElection: () => void },
  lease: Lease,
  sentTo: () => LogPosition,
): readonly Loop[] {
  const { metrics, logger, database, election = true } = options;
  const watchTransactions = watchOpenTransactions();
  const readBoth = () => Promise.all([measureLag(database, sentTo()), watchTransactions(database)]);
  const measure = async (): Promise<void> => {
    const [lag, transactions] = await readBoth().catch((error: unknown) => {
      metrics.relay.countFailure("lag-unknown");
      throw error;
    });
    metrics.relay.setLag(Number(lag.facts));
    metrics.relay.setOldestUnpublished(lag.oldestMs);
    metrics.relay.setOpenTransactions(transactions);
  };
  const loopOf = (name: string, work: LoopWork, pauses: Pauses) =>
    createLoop({ name, work, ...pauses, firstRun: "after-pause", logger, metrics });
  const measuring = loopOf("relay/lag", measure, { idleMs: relayLimits.lagMeasureMs });
  return election
    ? [measuring, loopOf("relay/lease", leaseRenewal(lease, options), renewalPauses(options))]
    : [measuring];
}

/** Each run says itself when the next is due; after a failure there is no time to lose. */
export function renewalPauses({ times }: Pick<RelayOptions, "times">): Pauses {
  const { leaseRenewMs, leaseHeldRenewMs } = { ...relayLimits, ...times };
  return { idleMs: Math.max(leaseRenewMs, leaseHeldRenewMs), backOffMaxMs: leaseRenewMs };
}

/** From start to start: a slow database must not stretch the pause as well, or the lease runs out. */
export function leaseRenewal(
  lease: Pick<Lease, "hold" | "isHeld">,
  {
    metrics,
    times,
    onLeading = () => undefined,
    onElection = () => undefined,
  }: {
    readonly metrics: Pick<Metrics, "relay">;
    readonly times?: Partial<RelayTimes>;
    readonly onLeading?: () => void;
    readonly onElection?: () => void;
  },
): () => Promise<NextRun> {
  return async () => {
    const startedAt = performance.now();
    const wasHeld = lease.isHeld();
    try {
      await lease.hold();
    } finally {
      metrics.relay.setLeading(lease.isHeld());
      onElection();
    }
    const isHeld = lease.isHeld();
    if (!wasHeld && isHeld) onLeading();
    const { leaseRenewMs, leaseHeldRenewMs } = { ...relayLimits, ...times };
    const renewMs = isHeld ? Math.max(leaseRenewMs, leaseHeldRenewMs) : leaseRenewMs;
    return { dueInMs: renewMs - (performance.now() - startedAt) };
  };
}
