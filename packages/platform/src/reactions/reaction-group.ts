import {
  type ReactionGroupDefinition,
  type ReactionGroupName,
  reactionGroups,
  streamName,
} from "@sanu/contracts";
import type { Database } from "../database/open-database.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import { latePart } from "../lifecycle/late-part.ts";
import type { Part } from "../lifecycle/lifecycle.ts";
import type { Logger } from "../logger/create-logger.ts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import type { LoopWork, NextRun, Pauses } from "../loop/next-run.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import type { LogPosition } from "../relay/log-position.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { createDeliveries } from "./deliveries.ts";
import { type Following, followConsumer } from "./follow-consumer.ts";
import { createGroupPosition } from "./group-position.ts";
import type { Handling } from "./handle-fact.ts";
import { createHandledLookup } from "./handled.ts";
import { reactionLimits } from "./limits.ts";
import { measureGroup } from "./measure-group.ts";
import { measureParked } from "./parked-facts.ts";
import type { Reaction } from "./reaction.ts";
import { createRecheck } from "./recheck.ts";
import { retryParked } from "./retry-parked.ts";
import { createUnavailablePeers } from "./unavailable-peers.ts";

export interface ReactionGroup {
  /** Does not wait for a durable that is not there yet. */
  readonly start: () => Promise<void>;
  /** Finishes what is under way, and hands back at once what is not. */
  readonly drain: () => void;
  readonly stop: () => Promise<void>;
  readonly isFollowing: () => boolean;
  readonly position: () => LogPosition;
}

export interface ReactionGroupOptions {
  readonly group: ReactionGroupName;
  /** Exactly one for each fact of the group's definition. */
  readonly reactions: readonly Reaction[];
  readonly database: Database;
  readonly messaging: Messaging;
  readonly gate: ServiceGate;
  readonly logger: Logger;
  readonly tracer?: Tracer;
  readonly metrics?: Pick<Metrics, "consumers" | "loops">;
}

/** A group as a part of a service's life: it is made on the connection that the parts before it opened. */
export function reactionsPart(
  base: Omit<ReactionGroupOptions, "messaging" | "group" | "reactions"> & {
    readonly messaging: () => Messaging;
  },
  group: ReactionGroupName,
  reactions: readonly Reaction[],
): Part {
  const make = () =>
    createReactionGroup({ ...base, messaging: base.messaging(), group, reactions });
  return latePart(group, make);
}

/** Throws when they do not fit the definition of the group: a fact without a reaction would be parked for ever. */
export function createReactionGroup(options: ReactionGroupOptions): ReactionGroup {
  const { group, database, messaging, logger } = options;
  const metrics = options.metrics?.consumers;
  const durable = { stream: streamOf(options), name: group };
  const groupPosition = createGroupPosition(database, group);
  const ending = new AbortController();
  const handling: Handling = {
    ...options,
    highest: groupPosition.highest,
    onParked: () => named.replaying.expectWork(),
    countFailure: (cause) => metrics?.countFailure(group, cause),
    ...beginningOf(options, ending.signal),
  };
  const deliveries = createDeliveries(handling, messaging.soon, {
    accepted: () => keepingAlive.expectWork(),
    handled(at) {
      groupPosition.advance(at);
      named.saving.expectWork();
      metrics?.countHandled(group);
    },
  });
  const recheck = createRecheck(options, durable, {
    handling,
    accept: (incoming) => deliveries.acceptAgain(incoming),
    onLost: () => named.rechecking.expectWork(),
  });
  const { keepingAlive, ...named } = loopsOf(options, {
    "keep-alive": () => deliveries.keepAlive(),
    recheck: () => recheck.work(),
    replay: () => replayDue(handling, recheck.isDone),
    position: groupPosition.save,
    measure: () => measure(options, durable),
  });
  const loops = Object.values(named);
  let following: Following | undefined;
  let leaving: Promise<void> | undefined;
  const drain = async (): Promise<void> => {
    ending.abort();
    recheck.stop();
    deliveries.drain();
    for (const loop of loops) loop.drain();
    leaving ??= following?.stop().then(() => deliveries.leave());
    await leaving;
  };
  return {
    async start() {
      await groupPosition.load();
      recheck.start();
      following = followConsumer({
        messaging,
        stream: durable.stream,
        durable: durable.name,
        gate: options.gate,
        onMessage: (message) => deliveries.accept(message),
        onTrouble: (reason) => logger.warn({ group, reason }, "the durable cannot be followed"),
      });
      for (const loop of [...loops, keepingAlive]) loop.start();
    },
    drain: () => void drain(),
    async stop() {
      await drain();
      await Promise.all([deliveries.stop(), ...loops.map((loop) => loop.stop())]);
      await keepingAlive.stop();
      // What is not saved is looked up in `handled` when it comes again.
      await groupPosition.save().catch(() => undefined);
    },
    isFollowing: () => following?.isFollowing() === true && messaging.isConnected(),
    position: groupPosition.highest,
  };
}

async function measure(
  { group, metrics, messaging, database }: ReactionGroupOptions,
  durable: { readonly stream: string; readonly name: string },
): Promise<void> {
  if (metrics === undefined || !messaging.isConnected()) return;
  const { consumers } = metrics;
  const lag = await measureGroup(messaging.connection, durable);
  consumers.setLag(group, lag.facts);
  consumers.setOldestUnread(group, lag.oldestMs);
  const parked = await measureParked(database, group);
  consumers.setParked(group, parked.facts);
  consumers.setOldestParked(group, parked.oldestMs);
}

/** What handling begins with, and what it must know of the end of its group. */
function beginningOf(options: ReactionGroupOptions, leaving: AbortSignal) {
  return {
    wasHandled: createHandledLookup(options.database),
    parkedLanes: new Set<string>(),
    sendsMoney: options.reactions.some(({ maySendMoney }) => maySendMoney),
    unavailablePeers: createUnavailablePeers(warnOf(options)),
    isLeaving: () => leaving.aborted,
    pause: (milliseconds: number) => pause(milliseconds, leaving),
  };
}

function warnOf({ group, logger }: ReactionGroupOptions) {
  return (about: object, what: string): void => logger.warn({ group, ...about }, what);
}

type LoopName = "keep-alive" | "recheck" | "replay" | "position" | "measure";

function loopsOf(
  { group, logger, metrics }: ReactionGroupOptions,
  works: Readonly<Record<LoopName, LoopWork>>,
) {
  const { quietMs: quietIdleMs } = reactionLimits;
  const loopOf = (name: LoopName, pauses: Pauses): Loop =>
    createLoop({ name: `${group}/${name}`, work: works[name], ...pauses, logger, metrics });
  return {
    keepingAlive: loopOf("keep-alive", { idleMs: reactionLimits.workingEveryMs, quietIdleMs }),
    rechecking: loopOf("recheck", { idleMs: reactionLimits.recheckPollMs, quietIdleMs }),
    replaying: loopOf("replay", {
      idleMs: reactionLimits.parkedPollMs,
      quietIdleMs: reactionLimits.parkedQuietPollMs,
    }),
    saving: loopOf("position", { idleMs: reactionLimits.positionSaveMs, quietIdleMs }),
    measuring: loopOf("measure", { idleMs: reactionLimits.measureMs }),
  };
}

async function replayDue(handling: Handling, isRechecked: () => boolean): Promise<NextRun> {
  if (!handling.gate.isOpen()) return "idle";
  // A parked fact may have been sent in what is lost.
  if (handling.sendsMoney && !isRechecked()) return { dueInMs: reactionLimits.parkedPollMs };
  return retryParked(handling);
}

function streamOf(options: ReactionGroupOptions): string {
  const definition: ReactionGroupDefinition | undefined = reactionGroups.find(
    ({ group }) => group === options.group,
  );
  if (definition === undefined) throw new Error(`No reaction group ${options.group}`);
  const given = options.reactions.map(({ factName }) => factName);
  const fits =
    given.length === definition.facts.length &&
    definition.facts.every((name) => given.includes(name));
  if (!fits) {
    throw new Error(
      `${options.group} reacts to ${definition.facts.join(", ")}, not to ${given.join(", ")}`,
    );
  }
  return streamName(options.messaging.namespace, definition.source);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const end = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve(true);
    }, milliseconds);
    signal.addEventListener("abort", end, { once: true });
    return undefined;
  });
}
