import type { Database } from "../database/open-database.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import type { Logger } from "../logger/create-logger.ts";
import { comparePositions, type LogPosition } from "../relay/log-position.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { applyFact } from "./apply-fact.ts";
import { inFactSpan } from "./fact-spans.ts";
import { type Failure, failureOf, reasonOf } from "./failure.ts";
import { markHandled } from "./handled.ts";
import {
  causeOfUnreadable,
  type IncomingFact,
  idsOf,
  lanesOf,
  type Reading,
  readFact,
} from "./incoming-fact.ts";
import { reactionLimits } from "./limits.ts";
import {
  acknowledgedReason,
  behindReason,
  findBlockedLane,
  type Parking,
  type ParkingCause,
  parkFact,
} from "./parked-facts.ts";
import type { Reaction } from "./reaction.ts";
import type { UnavailablePeers } from "./unavailable-peers.ts";

export interface Handling {
  readonly group: string;
  readonly reactions: readonly Reaction[];
  readonly database: Pick<Database, "query">;
  readonly gate: Pick<ServiceGate, "isOpen">;
  readonly logger: Logger;
  readonly tracer?: Tracer | undefined;
  readonly wasHandled: (reaction: string, factId: string) => Promise<boolean>;
  /** Facts up to here may have been handled before; it saves the question for those behind it. */
  readonly highest: () => LogPosition;
  /** Lanes of which this replica knows a parked fact: their facts need not try first. */
  readonly parkedLanes: Set<string>;
  /** Whether somebody can have said of a parked fact that its money may have been sent. */
  readonly sendsMoney: boolean;
  readonly unavailablePeers: UnavailablePeers;
  readonly countFailure: (cause: string) => void;
  /** This replica has parked a fact. */
  readonly onParked: () => void;
  /** The group is about to stop. */
  readonly isLeaving: () => boolean;
  /** False when the group stopped meanwhile. */
  readonly pause: (milliseconds: number) => Promise<boolean>;
}

/** `left`: the group stopped before the fact was handled; another replica gets it. */
export type Handled = "done" | "parked" | "left";

/** Handled or parked; waits while the database is away or the service is closed. Never throws. */
export function handleFact(
  handling: Handling,
  incoming: IncomingFact,
  isRedelivered: boolean,
): Promise<Handled> {
  const delivery = isRedelivered ? "again" : "first";
  return inFactSpan({ ...handling, delivery }, incoming, (traced) =>
    handleUntilDone(handling, traced, isRedelivered),
  );
}

async function handleUntilDone(
  handling: Handling,
  incoming: IncomingFact,
  isRedelivered: boolean,
): Promise<Handled> {
  const reading = readFact(handling.reactions, incoming);
  let attempts = 0;
  for (;;) {
    try {
      if (!handling.gate.isOpen()) {
        if (!(await handling.pause(reactionLimits.awayRetryMs))) return "left";
        continue;
      }
      const outcome = await handleOnce(handling, incoming, reading, isRedelivered || attempts > 0);
      if (outcome !== "behind") return outcome;
    } catch (error) {
      const failure = failureOf(error);
      handling.countFailure(failure);
      if (failure !== "away") attempts += 1;
      const cause = parkingCauseOf(failure, attempts);
      if (cause !== undefined) {
        const parked = await parkUntilDone(handling, incoming, {
          cause,
          reason: reasonOf(error),
          attempts,
          lanes: lanesOf(incoming, reading),
        });
        return parked ? "parked" : "left";
      }
      const pauseMs =
        failure === "away"
          ? reactionLimits.awayRetryMs
          : reactionLimits.attemptPauseMs * 2 ** attempts;
      if (!(await handling.pause(pauseMs))) return "left";
    }
  }
}

/** `undefined` while the fact is to be tried again at once. */
function parkingCauseOf(failure: Failure, attempts: number): ParkingCause | undefined {
  if (failure !== "transient" && failure !== "away") return failure;
  return attempts >= reactionLimits.attemptsMax ? "transient" : undefined;
}

async function handleOnce(
  handling: Handling,
  incoming: IncomingFact,
  reading: Reading,
  mayBeRepeat: boolean,
): Promise<Handled | "behind"> {
  const { database, group } = handling;
  const lanes = lanesOf(incoming, reading);
  if (reading.kind === "unreadable") {
    await park(handling, incoming, {
      cause: causeOfUnreadable(reading),
      reason: reading.reason,
      attempts: 1,
      lanes,
    });
    return "parked";
  }
  const { fact, attributes } = reading;
  const { factId, at } = incoming;
  const isOld = mayBeRepeat || comparePositions(at, handling.highest()) <= 0;
  if (isOld && (await handling.wasHandled(fact.reaction, factId))) return "done";
  const isWaiting = lanes.some((lane) => handling.parkedLanes.has(lane));
  if (isWaiting && (await parkBehind(handling, incoming, lanes))) return "parked";
  const unavailable = handling.unavailablePeers.reasonOf(fact.reaction);
  if (unavailable !== undefined) {
    await park(handling, incoming, {
      cause: "peer-unavailable",
      reason: unavailable,
      attempts: 0,
      lanes,
    });
    return "parked";
  }
  const { reaction } = fact;
  const mark = markHandled({ reaction, factId, group, lanes });
  const applied = await handling.unavailablePeers.during(fact.reaction, () =>
    applyFact(database, fact, attributes, mark),
  );
  if (applied === "done") return "done";
  return (await parkBehind(handling, incoming, lanes)) ? "parked" : "behind";
}

/** NATS was told that it is handled, so it was, and money may have been sent: a person looks before it is done again. */
export function parkAcknowledged(handling: Handling, incoming: IncomingFact): Promise<void> {
  return park(handling, incoming, {
    cause: "acknowledged",
    reason: acknowledgedReason,
    attempts: 0,
    lanes: lanesOf(incoming, readFact(handling.reactions, incoming)),
  });
}

/** False when the parked fact ahead is settled by now; then this one is simply tried. */
async function parkBehind(
  handling: Handling,
  incoming: IncomingFact,
  lanes: readonly string[],
): Promise<boolean> {
  const { database, group } = handling;
  const blocked = await findBlockedLane(database, group, lanes);
  if (blocked === undefined) {
    for (const unparked of lanes) handling.parkedLanes.delete(unparked);
    return false;
  }
  await park(handling, incoming, {
    cause: "behind",
    reason: behindReason,
    attempts: 0,
    // It is shown by what it waits for.
    lanes: [...new Set([blocked, ...lanes])],
  });
  return true;
}

type ParkRequest = Omit<Parking, "group">;

async function park(
  handling: Handling,
  incoming: IncomingFact,
  request: ParkRequest,
): Promise<void> {
  const { group, logger } = handling;
  await parkFact(handling.database, incoming, { group, ...request });
  const { cause, reason, lanes } = request;
  for (const lane of lanes) handling.parkedLanes.add(lane);
  handling.onParked();
  const { factId } = incoming;
  const type = incoming.attributes?.type;
  // Of an unavailable peer one line tells, not one for each fact that needs it.
  const level = cause === "peer-unavailable" ? "debug" : "warn";
  logger[level](
    { group, factId, type, aggregateId: lanes[0], cause, reason, ...idsOf(incoming.attributes) },
    "a fact is parked",
  );
}

/** Parking itself waits for a database that is away. False when the group stopped meanwhile. */
async function parkUntilDone(
  handling: Handling,
  incoming: IncomingFact,
  request: ParkRequest,
): Promise<boolean> {
  for (;;) {
    try {
      await park(handling, incoming, request);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      handling.countFailure(failure);
      const { factId } = incoming;
      if (failure !== "away") handling.logger.error({ error, factId }, "a fact cannot be parked");
      if (!(await handling.pause(reactionLimits.awayRetryMs))) return false;
    }
  }
}
