import {
  type AttemptKind,
  type AttemptLimits,
  type AttemptReport,
  attemptOrder,
  nextStep,
} from "@sanu/attempts";
import type { Clock, Decider, Instant } from "@sanu/kernel";
import type { Database, Statement } from "../database/open-database.ts";
import type { EventStore } from "../event-store/event-store.ts";
import type { CommandContext, StoredEvent } from "../event-store/events.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import { runDecider } from "../event-store/run-decider.ts";
import { type Logger, logFields } from "../logger/create-logger.ts";
import type { ReactionResult } from "../reactions/reaction.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { assertServed } from "./assert-served.ts";
import { type Attempt, contextOfAttempt } from "./attempt.ts";
import { inCallSpan } from "./attempt-spans.ts";
import { type AttemptsWorker, createAttemptsWorker } from "./attempts-worker.ts";
import { commitReport, commitReview } from "./commit-report.ts";
import { type Conclusion, type ConclusionResult, conclude } from "./conclude.ts";
import type { ExecutorTimes } from "./limits.ts";
import type { MoneyMovement } from "./money-movement.ts";
import { type GivenLimits, movementsOf, servedProviders } from "./movements-of.ts";
import { perform, prepare, reportOfUsedKey } from "./perform-step.ts";
import { insertAttempt, insertMaybeSent, requestCancel } from "./write-attempt.ts";

export interface RecordUnknown {
  readonly kind: "record-unknown";
  readonly since: Instant;
}

export interface AttemptTimings extends GivenLimits {
  readonly times?: Partial<ExecutorTimes>;
}

export interface ExecutorOptions<State, Command, Event, Code extends string> {
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: Pick<Metrics, "loops">;
  readonly tracer?: Tracer | undefined;
  readonly timings: AttemptTimings;
  readonly store: EventStore<Event>;
  readonly decider: Decider<State, NoInfer<Command> | RecordUnknown, Event, Code>;
  /** At most one of each kind and provider. */
  readonly movements: readonly MoneyMovement<State, Command, Event>[];
}

export interface MovementOrder<Command> {
  readonly kind: AttemptKind;
  /** Who shall carry it out; the first one that is served where it does not say. */
  readonly provider?: string | undefined;
  readonly subjectId: string;
  readonly command: Command;
  readonly context: CommandContext;
  readonly writes: readonly Statement[];
}

/** What a lost database may have carried out. */
export interface MaybeSentOrder<Command> extends MovementOrder<Command> {
  /** When it was ordered. */
  readonly since: Instant;
}

export interface AttemptExecutor<Command> {
  /**
   * For an aggregate that is nearly always new. Its first attempt commits with the command and is carried out right
   * behind that by this process, and by any other should this one die.
   */
  readonly open: (order: MovementOrder<Command>) => Promise<ReactionResult>;
  /**
   * The same of what a lost database may have carried out: its first attempt is in review from the beginning. It is asked about and never
   * called, and a refusal ends nothing. `command` says so to the aggregate. Throws `RangeError` where `provider` is nobody who carries
   * such a thing out, or is not said and several do.
   */
  readonly openMaybeSent: (order: MaybeSentOrder<Command>) => Promise<ReactionResult>;
  /**
   * What was never called is withdrawn, what was called is cancelled where the provider can;
   * only a definite response ends it.
   */
  readonly cancel: (order: MovementOrder<Command>) => Promise<ReactionResult>;
  /** By people: the attempt ends as they say and is never called again, in the commit of the command. */
  readonly conclude: (conclusion: Conclusion<Command>) => Promise<ConclusionResult>;
  /** By which the attempt is checked. */
  readonly limitsOf: (attempt: Attempt) => AttemptLimits;
  readonly wake: () => void;
  /** Before it starts: whether it would leave what is under way to nobody. */
  readonly check: () => Promise<void>;
  readonly start: () => void;
  readonly drain: () => void;
  readonly stop: () => Promise<void>;
}

/** Claims nothing before `start`, and nothing while the gate is closed. */
export function createExecutor<
  State extends { readonly status: string },
  Command,
  Event extends StoredEvent,
  Code extends string,
>(options: ExecutorOptions<State, Command, Event, Code>): AttemptExecutor<Command> {
  const { database, gate, logger, metrics, tracer, timings, store, decider } = options;
  const known = movementsOf(options);
  const kinds = known.carriedOut;
  const providers = servedProviders(options.movements);
  const worker: AttemptsWorker = createAttemptsWorker<AttemptReport<Command>>({
    database,
    gate,
    tracer,
    providers,
    nextStep: (attempt, now) => {
      const { movement, limits } = kinds(attempt);
      return nextStep(attempt, movement.retryRule, now, limits);
    },
    prepare: (attempt, beforeCall) =>
      prepare(options, kinds(attempt).movement, { attempt, beforeCall }),
    perform: (called, step, beforeCall) =>
      performTraced(options, kinds(called).movement, { attempt: called, step, beforeCall }),
    reportOfUsedKey: (attempt) => reportOfUsedKey(kinds(attempt).movement, attempt),
    onReport: (attempt, report) =>
      commitReport({ ...options, ...kinds(attempt), worker }, attempt, report),
    onReview: (attempt) => {
      const command = { kind: "record-unknown", since: attempt.createdAt } as const;
      return commitReview({ ...options, ...kinds(attempt) }, attempt, command);
    },
    onLost: (attempt) => logger.warn(named(attempt), "an attempt has another holder by now"),
    onError: (error, attempt) =>
      logger.error({ error, ...named(attempt) }, "an attempt comes again"),
    logger,
    metrics,
    ...(timings.times && { times: timings.times }),
  });

  const { wake, start, drain, stop } = worker;
  return {
    open: (order) => open({ ...options, known, worker }, order),
    openMaybeSent: (order) => openMaybeSent({ ...options, known, worker }, order),
    cancel: (order) => cancel({ store, decider, worker }, order),
    conclude: (conclusion) => conclude({ ...options, worker, kinds: known.anyOf }, conclusion),
    limitsOf: (attempt) => known.anyOf(attempt).limits,
    check: () => assertServed(database, providers),
    wake,
    start,
    drain,
    stop,
  };
}

async function open<
  State extends { readonly status: string },
  Command,
  Event extends StoredEvent,
  Code extends string,
>(
  by: ExecutorOptions<State, Command, Event, Code> & {
    readonly known: Pick<ReturnType<typeof movementsOf<State, Command, Event>>, "firstOf">;
    readonly worker: AttemptsWorker;
  },
  order: MovementOrder<Command>,
): Promise<ReactionResult> {
  const { kind, provider: wanted, subjectId, context } = order;
  const { known, worker, clock } = by;
  const provider = wanted ?? known.firstOf(kind).movement.provider;
  const { attempt, statement } = insertAttempt({
    order: attemptOrder(kind, subjectId, 1),
    provider,
    context,
    clock,
    leasedBy: worker.owner,
    leaseMs: worker.leaseMs,
  });
  const result = await begin(by, order, statement);
  if (result.kind === "accepted") worker.runNow(attempt);
  return result;
}

/** The order and its first attempt, in one commit. */
function begin<
  State extends { readonly status: string },
  Command,
  Event extends StoredEvent,
  Code extends string,
>(
  { store, decider }: Pick<ExecutorOptions<State, Command, Event, Code>, "store" | "decider">,
  {
    subjectId,
    command,
    context,
    writes,
  }: Pick<MovementOrder<Command>, "subjectId" | "command" | "context" | "writes">,
  attempt: Statement,
) {
  return runDecider({
    store,
    decider,
    streamId: subjectId,
    isNew: true,
    command,
    context,
    writes: () => [...writes, attempt],
  });
}

async function openMaybeSent<
  State extends { readonly status: string },
  Command,
  Event extends StoredEvent,
  Code extends string,
>(
  by: ExecutorOptions<State, Command, Event, Code> & {
    readonly known: Pick<ReturnType<typeof movementsOf<State, Command, Event>>, "onlyOf">;
    readonly worker: Pick<AttemptsWorker, "wake">;
  },
  order: MaybeSentOrder<Command>,
): Promise<ReactionResult> {
  const { kind, provider: said, subjectId, context, since } = order;
  const { providers, only } = by.known.onlyOf(kind, said);
  if (only === undefined) {
    const names = providers.join(", ");
    // Over whom it was sent is lost: whoever says that it may have been says that, too.
    throw new RangeError(`${said ?? "nobody"} is named, and a ${kind} goes over ${names}`);
  }
  const attempt = insertMaybeSent({
    order: attemptOrder(kind, subjectId, 1),
    provider: only.movement.provider,
    context,
    since,
    oldMs: only.limits.reviewAfterMs,
  });
  const result = await begin(by, order, attempt);
  if (result.kind === "accepted") by.worker.wake();
  return result;
}

async function cancel<
  State extends { readonly status: string },
  Command,
  Event extends StoredEvent,
  Code extends string,
>(
  by: Pick<ExecutorOptions<State, Command, Event, Code>, "store" | "decider"> & {
    readonly worker: Pick<AttemptsWorker, "wake">;
  },
  { kind, subjectId: streamId, command, context, writes }: MovementOrder<Command>,
): Promise<ReactionResult> {
  const { store, decider } = by;
  const cancelled = () => [...writes, requestCancel(streamId, kind)];
  const result = await runDecider({
    store,
    decider,
    streamId,
    command,
    context,
    writes: cancelled,
  });
  if (result.kind === "accepted") by.worker.wake();
  return result;
}

function performTraced<State extends { readonly status: string }, Command, Event>(
  options: Pick<ExecutorOptions<State, Command, Event, string>, "store" | "decider" | "tracer">,
  movement: MoneyMovement<State, Command, Event>,
  underWay: Parameters<typeof perform>[2],
) {
  const { provider } = movement;
  const by = { tracer: options.tracer, provider, step: underWay.step };
  return inCallSpan(by, underWay.attempt, (attempt) =>
    perform(options, movement, { ...underWay, attempt }),
  );
}

function named(attempt: Attempt) {
  const { kind, subjectId } = attempt;
  return { attempt: kind, subjectId, ...logFields(contextOfAttempt(attempt)) };
}
