import { factsOfService, streamName } from "@sanu/contracts";
import { isServerLost } from "../database/errors.ts";
import type { RelayOptions } from "./create-relay.ts";
import { type Cursor, type CursorSource, findCursor, findCursorBeforeLoss } from "./cursor.ts";
import { messagesOf } from "./fact-message.ts";
import { createJudge, type Judge } from "./judge.ts";
import type { Lease } from "./lease.ts";
import { relayLimits } from "./limits.ts";
import { type LogPosition, logStart } from "./log-position.ts";
import { measureLag, readLogIdentity } from "./log-reader.ts";
import { publishFrom } from "./publish-from.ts";
import { raiseEpochIfRestored } from "./raise-epoch.ts";
import { openStreamReader } from "./stream-end.ts";
import type { Waker } from "./waker.ts";

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
  /** How often the database was lost, and up to which of these times both ends were compared since. */
  losses: number;
  lossesCompared: number;
}

/** Compares both ends once, then publishes in the background until it is stopped. */
export async function startRun(
  options: RelayOptions,
  lease: Lease,
  waker: Waker,
): Promise<RelayRun> {
  const state: RunState = {
    stopped: false,
    inspectNow: false,
    sentTo: logStart,
    lostBehind: undefined,
    losses: 0,
    lossesCompared: 0,
  };
  const { judge, suspend } = createJudge(options.gate, options.logger);
  const onLost = (): void => {
    state.losses += 1;
    suspend();
    waker.wake();
  };
  const stopListening = options.database.onConnectionLost(onLost);
  const source = await openSource(options);
  const first = await findCursor(source);
  if (state.losses === 0) judge(first);
  if (options.election !== false) await lease.hold();
  const stopTimers = startTimers(options, lease, state);
  const work: Turn = { options, lease, waker, source, state, judge };
  const ended = repeat(work, onLost);
  return {
    inspectSoon() {
      state.inspectNow = true;
      waker.wake();
    },
    async stop() {
      state.stopped = true;
      stopListening();
      stopTimers();
      waker.close();
      await ended;
    },
  };
}

interface Turn {
  readonly options: RelayOptions;
  readonly lease: Lease;
  readonly waker: Waker;
  readonly state: RunState;
  readonly judge: Judge["judge"];
  /** Opened again after the database was lost. */
  source: CursorSource;
}

/** Where the cursor is looked for, in a log whose epoch is right for the server that answers now. */
async function openSource(options: RelayOptions): Promise<CursorSource> {
  const { service, database, messaging, logger } = options;
  if (await raiseEpochIfRestored(database)) {
    logger.warn("the log was restored into another cluster; its epoch is raised");
  }
  return {
    database,
    reader: await openStreamReader(messaging),
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

async function repeat(work: Turn, onLost: () => void): Promise<void> {
  const { state, options, waker } = work;
  while (!state.stopped) {
    try {
      await turn(work);
    } catch (error) {
      if (isServerLost(error)) onLost();
      options.metrics.relay.countFailure("fault");
      options.logger.warn({ error }, "the relay cannot work; it tries again");
      await waker.pause(relayLimits.faultPauseMs);
    }
  }
}

/** Finds the cursor. A database that was lost meanwhile is not trusted before it was compared as at the start. */
async function compareEnds(work: Turn): Promise<Cursor | undefined> {
  const { options, state } = work;
  const { losses, lostBehind } = state;
  if (losses !== state.lossesCompared) work.source = await openSource(options);
  const result =
    lostBehind === undefined
      ? await findCursor(work.source)
      : await findCursorBeforeLoss(work.source, lostBehind);
  if (losses !== state.losses) return undefined;
  state.lossesCompared = losses;
  return work.judge(result);
}

/** One turn: find the cursor, judge it, and publish from it while this replica leads. */
async function turn(work: Turn): Promise<void> {
  const { options, lease, waker, state } = work;
  const { messaging, metrics, election = true } = options;
  if (!messaging.isConnected()) return waker.wait(relayLimits.standbyMs);
  const isLeading = () => !election || lease.isHeld();
  const cursor = await compareEnds(work);
  const { source } = work;
  if (cursor !== undefined) state.sentTo = cursor.at;
  if (cursor === undefined || !isLeading()) return waker.pause(relayLimits.standbyMs);
  const end = await publishFrom({
    source,
    cursor,
    waker,
    messaging,
    times: { ...relayLimits, ...options.times },
    messageOf: messagesOf({
      namespace: messaging.namespace,
      service: options.service,
      logId: source.identity.logId,
    }),
    mayGoOn: () =>
      !state.stopped &&
      state.losses === state.lossesCompared &&
      isLeading() &&
      messaging.isConnected(),
    takeInspectNow() {
      const wanted = state.inspectNow;
      state.inspectNow = false;
      return wanted;
    },
    onSent(at) {
      state.sentTo = at;
    },
    onPublished(facts) {
      // From the first of them on, what was lost lies behind the stream's end.
      state.lostBehind = undefined;
      metrics.relay.countPublished(facts);
    },
  });
  if (end.kind === "lost") state.lostBehind = cursor;
  if (end.kind !== "failed") return;
  metrics.relay.countFailure(end.why);
  options.logger.warn({ why: end.why, stream: source.stream }, "publishing stopped");
  await waker.pause(relayLimits.retryMs);
}
