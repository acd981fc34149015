import { factsOfService, streamName } from "@sanu/contracts";
import { isServerLost } from "../database/errors.ts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import type { NextRun } from "../loop/next-run.ts";
import { type Cursor, type CursorSource, findCursor, findCursorBeforeLoss } from "./cursor.ts";
import { messagesOf } from "./fact-message.ts";
import { createJudge, type Judge } from "./judge.ts";
import type { Lease } from "./lease.ts";
import { relayLimits } from "./limits.ts";
import { type LogPosition, logStart } from "./log-position.ts";
import { readLogIdentity } from "./log-reader.ts";
import { openPublication, type Publication, type PublishEnd } from "./publication.ts";
import { raiseEpochIfRestored } from "./raise-epoch.ts";
import type { RelayOptions } from "./relay-options.ts";
import { sideLoops } from "./side-loops.ts";
import { openStreamReader } from "./stream-end.ts";

export interface RelayRun {
  readonly wake: () => void;
  /** The lease is free: who gets it publishes at once. */
  readonly takeOver: () => void;
  readonly inspectSoon: () => void;
  readonly stop: () => Promise<void>;
}

interface RunState {
  isStopped: boolean;
  isInspectionRequested: boolean;
  isWoken: boolean;
  sentTo: LogPosition;
  lostBehind: Cursor | undefined;
  /** How often the database was lost, and up to which of these times both ends were compared since. */
  losses: number;
  lossesCompared: number;
  publication: Publication | undefined;
  wake: () => void;
}

/**
 * Compares both ends once, then publishes in the background until it is stopped. `onElection` is called whenever the lease
 * was asked for.
 */
export async function startRun(
  options: RelayOptions,
  lease: Lease,
  onElection: () => void,
): Promise<RelayRun> {
  const state: RunState = {
    isStopped: false,
    isInspectionRequested: false,
    isWoken: false,
    sentTo: logStart,
    lostBehind: undefined,
    losses: 0,
    lossesCompared: 0,
    publication: undefined,
    wake: () => undefined,
  };
  const { judge, suspend } = createJudge(options.gate, options.logger);
  const onLost = (): void => {
    state.losses += 1;
    suspend();
    state.wake();
  };
  const stopListening = options.database.onConnectionLost(onLost);
  const source = await openSource(options);
  const first = await findCursor(source);
  if (state.losses === 0) judge(first);
  if (options.election !== false) await lease.hold();
  const run: Run = { options, lease, source, state, judge, onLost };
  const publishing = publishingLoop(run);
  const { wake } = publishing;
  state.wake = wake;
  const isLeading = () => options.election === false || lease.isHeld();
  const loops = [
    publishing,
    ...sideLoops({ ...options, onLeading: wake, onElection }, lease, () => state.sentTo),
  ];
  for (const loop of loops) loop.start();
  return {
    wake() {
      if (!isLeading()) return;
      state.isWoken = true;
      wake();
    },
    takeOver: () => loops.at(-1)?.wake(),
    inspectSoon() {
      state.isInspectionRequested = true;
      wake();
    },
    async stop() {
      state.isStopped = true;
      stopListening();
      await Promise.all(loops.map((loop) => loop.stop())).finally(() => endPublication(state));
    },
  };
}

interface Run {
  readonly options: RelayOptions;
  readonly lease: Lease;
  readonly state: RunState;
  readonly judge: Judge["judge"];
  readonly onLost: () => void;
  source: CursorSource;
}

/** The log's epoch is right for the server that answers now. */
export async function openSource(
  options: Pick<RelayOptions, "service" | "database" | "messaging" | "logger">,
): Promise<CursorSource> {
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

function publishingLoop(run: Run): Loop {
  const { metrics, logger, times } = run.options;
  const work = async (): Promise<NextRun> => {
    try {
      return await publishNext(run);
    } catch (error) {
      endPublication(run.state);
      if (isServerLost(error)) run.onLost();
      metrics.relay.countFailure("fault");
      throw error;
    }
  };
  return createLoop({
    name: "relay",
    work,
    // Each run says itself when the next is due.
    idleMs: Math.max(
      relayLimits.quietPollMs,
      ...[times?.standbyMs, times?.pollMs, times?.inspectMs].map((ms) => ms ?? 0),
      relayLimits.quietInspectMs,
    ),
    backOffMaxMs: relayLimits.faultPauseMs,
    logger,
    metrics,
  });
}

async function publishNext(run: Run): Promise<NextRun> {
  const { state } = run;
  state.publication ??= await beginPublication(run);
  if (state.publication === undefined) return { dueInMs: standbyPauseMs(run) };
  const step = await state.publication.step();
  return typeof step === "object" && "kind" in step ? endedBy(step, run) : step;
}

/** Who only stands by looks as often as who leads; what may end at any moment is looked at more often. */
function standbyPauseMs({ options, lease }: Run): number {
  const { standbyMs, inspectMs } = { ...relayLimits, ...options.times };
  const isStandby = options.election !== false && !lease.isHeld();
  return isStandby && options.gate.isOpen() && options.messaging.isConnected()
    ? Math.max(inspectMs, standbyMs)
    : standbyMs;
}

function endedBy(end: PublishEnd, { state, source, options }: Run): NextRun {
  const cursor = endPublication(state);
  if (end.kind === "lost") state.lostBehind = cursor;
  if (end.kind !== "failed") return "at-once";
  options.metrics.relay.countFailure(end.why);
  options.logger.warn({ why: end.why, stream: source.stream }, "publishing stopped");
  return { notBeforeMs: relayLimits.retryMs };
}

function endPublication(state: RunState): Cursor | undefined {
  const { publication } = state;
  state.publication = undefined;
  publication?.close();
  return publication?.cursor;
}

/** Finds the cursor. A database that was lost meanwhile is not trusted before it was compared as at the start. */
async function compareEnds(run: Run): Promise<Cursor | undefined> {
  const { options, state } = run;
  const { losses, lostBehind } = state;
  if (losses !== state.lossesCompared) run.source = await openSource(options);
  const result =
    lostBehind === undefined
      ? await findCursor(run.source)
      : await findCursorBeforeLoss(run.source, lostBehind);
  if (losses !== state.losses) return undefined;
  state.lossesCompared = losses;
  return run.judge(result);
}

async function beginPublication(run: Run): Promise<Publication | undefined> {
  const { options, lease, state } = run;
  const { service, messaging, metrics, election = true } = options;
  if (!messaging.isConnected()) return undefined;
  const isLeading = () => !election || lease.isHeld();
  const cursor = await compareEnds(run);
  if (cursor !== undefined) state.sentTo = cursor.at;
  if (cursor === undefined || !isLeading()) return undefined;
  const { namespace } = messaging;
  const { source } = run;
  return openPublication({
    source,
    cursor,
    messaging,
    times: { ...relayLimits, ...options.times },
    messageOf: messagesOf({ namespace, service, logId: source.identity.logId }),
    mayGoOn: () =>
      !state.isStopped &&
      state.losses === state.lossesCompared &&
      isLeading() &&
      messaging.isConnected(),
    consumeInspectionRequest() {
      const isRequested = state.isInspectionRequested;
      state.isInspectionRequested = false;
      return isRequested;
    },
    consumeWakeUp() {
      const { isWoken } = state;
      state.isWoken = false;
      return isWoken;
    },
    onSent(at) {
      state.sentTo = at;
    },
    onPublished(facts) {
      // From the first of them on, what was lost lies behind the stream's end.
      state.lostBehind = undefined;
      metrics.relay.countPublished(facts);
    },
    onFailure: state.wake,
    tracer: options.tracer,
  });
}
