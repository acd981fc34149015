import { jetstreamManager } from "@nats-io/jetstream";
import { factsOfService, streamName } from "@sanu/contracts";
import type { RelayOptions } from "./create-relay.ts";
import { type Cursor, type CursorSource, findCursor, findCursorBeforeLoss } from "./cursor.ts";
import { createJudge } from "./judge.ts";
import type { Lease } from "./lease.ts";
import { relayLimits } from "./limits.ts";
import { type LogPosition, logStart } from "./log-position.ts";
import { measureLag, readLogIdentity } from "./log-reader.ts";
import { publishFrom } from "./publish-from.ts";
import type { Waker } from "./waker.ts";

/** A relay at work. */
export interface RelayRun {
  /** Looks at the stream before its time. */
  readonly inspectSoon: () => void;
  readonly stop: () => Promise<void>;
}

interface RunState {
  stopped: boolean;
  inspectNow: boolean;
  sentTo: LogPosition;
  /** The cursor behind which the stream lost messages. */
  lostBehind: Cursor | undefined;
}

/** Compares both ends once, then publishes in the background until it is stopped. */
export async function startRun(
  options: RelayOptions,
  lease: Lease,
  waker: Waker,
): Promise<RelayRun> {
  const source = await sourceOf(options);
  const state: RunState = {
    stopped: false,
    inspectNow: false,
    sentTo: logStart,
    lostBehind: undefined,
  };
  const judge = createJudge(options.gate, options.logger);
  judge(await findCursor(source));
  if (options.election !== false) await lease.hold();
  const stopTimers = startTimers(options, lease, state);
  const ended = repeat(state, waker, options, () =>
    turn({ options, lease, waker, source, state, judge }),
  );
  return {
    inspectSoon() {
      state.inspectNow = true;
      waker.wake();
    },
    async stop() {
      state.stopped = true;
      stopTimers();
      waker.close();
      await ended;
    },
  };
}

async function sourceOf(options: RelayOptions): Promise<CursorSource> {
  const { service, database, messaging } = options;
  return {
    database,
    manager: await jetstreamManager(messaging.connection, { checkAPI: false }),
    stream: streamName(messaging.namespace, service),
    subjects: factsOfService(messaging.namespace, service),
    identity: await readLogIdentity(database),
  };
}

/** Renews the lease and measures the lag for as long as the relay runs. */
function startTimers(options: RelayOptions, lease: Lease, state: RunState): () => void {
  const { metrics, database, election = true } = options;
  const renew = () => {
    lease.hold().then(metrics.relay.setLeading, () => metrics.relay.setLeading(lease.isHeld()));
  };
  const measure = () => {
    measureLag(database, state.sentTo).then(
      (lag) => {
        metrics.relay.setLag(Number(lag.facts));
        metrics.relay.setOldestUnpublished(lag.oldestMs);
        metrics.relay.setOldestTransaction(lag.oldestTransactionMs);
      },
      () => metrics.relay.countFailure("lag-unknown"),
    );
  };
  const renewal = election ? setInterval(renew, relayLimits.leaseRenewMs) : undefined;
  const measurement = setInterval(measure, relayLimits.lagMeasureMs);
  return () => {
    clearInterval(renewal);
    clearInterval(measurement);
  };
}

async function repeat(
  state: RunState,
  waker: Waker,
  options: RelayOptions,
  once: () => Promise<void>,
): Promise<void> {
  while (!state.stopped) {
    try {
      await once();
    } catch (error) {
      options.metrics.relay.countFailure("fault");
      options.logger.warn({ error }, "the relay cannot work; it tries again");
      await waker.pause(relayLimits.faultPauseMs);
    }
  }
}

/** One turn: find the cursor, judge it, and publish from it while this replica leads. */
async function turn(of: {
  readonly options: RelayOptions;
  readonly lease: Lease;
  readonly waker: Waker;
  readonly source: CursorSource;
  readonly state: RunState;
  readonly judge: ReturnType<typeof createJudge>;
}): Promise<void> {
  const { options, lease, waker, source, state } = of;
  const { messaging, metrics, election = true } = options;
  const isLeading = () => !election || lease.isHeld();
  const { lostBehind } = state;
  const found =
    lostBehind === undefined ? findCursor(source) : findCursorBeforeLoss(source, lostBehind);
  const cursor = of.judge(await found);
  if (cursor !== undefined) state.sentTo = cursor.at;
  if (cursor === undefined || !isLeading()) return waker.pause(relayLimits.standbyMs);
  state.lostBehind = undefined;
  const { namespace } = messaging;
  const end = await publishFrom({
    source,
    cursor,
    waker,
    messaging,
    fact: { namespace, service: options.service, logId: source.identity.logId },
    mayGoOn: () => !state.stopped && isLeading() && messaging.isConnected(),
    takeInspectNow() {
      const wanted = state.inspectNow;
      state.inspectNow = false;
      return wanted;
    },
    onSent(at) {
      state.sentTo = at;
    },
    onPublished: metrics.relay.countPublished,
  });
  if (end.kind === "lost") state.lostBehind = cursor;
  if (end.kind !== "failed") return;
  metrics.relay.countFailure(end.why);
  options.logger.warn({ why: end.why, stream: source.stream }, "publishing stopped");
  await waker.pause(relayLimits.retryMs);
}
