import { type AttemptLimits, nextStep, type RetryRule } from "@sanu/attempts";
import type { Decider } from "@sanu/kernel";
import {
  type Attempt,
  type AttemptsWorker,
  type AttemptsWorkerOptions,
  commitWithAttempt,
  createAttemptsWorker,
  type Database,
  type EventStore,
  type ExecutorTimings,
  type Logger,
  type ServiceGate,
  type StoredEvent,
} from "@sanu/platform";
import type { TellUnknown } from "../payment/commands.ts";

/** The paces of a worker; tests shorten them. */
export interface WorkerTimings {
  readonly limits?: Partial<AttemptLimits>;
  readonly times?: Partial<ExecutorTimings>;
}

interface MoneyInWork<State, Event, Code extends string, Report>
  extends Pick<AttemptsWorkerOptions<Report>, "kinds" | "perform" | "onReport"> {
  readonly deps: {
    readonly database: Database;
    readonly store: EventStore<Event>;
    readonly logger: Logger;
    readonly rail: { readonly retryRule: RetryRule };
  };
  readonly gate: ServiceGate;
  readonly limits: AttemptLimits;
  readonly times: Partial<ExecutorTimings> | undefined;
  readonly decider: Decider<State, TellUnknown, Event, Code>;
  /** What is carried out, and what its id is called in the log. */
  readonly noun: "collection" | "invoice" | "refund";
  readonly idName: "paymentId" | "refundId";
}

/** A worker of attempts that need no preparation and have no key but their own. */
export function createMoneyInWorker<State, Event extends StoredEvent, Code extends string, Report>(
  work: MoneyInWork<State, Event, Code, Report>,
): AttemptsWorker {
  const { deps, gate, limits, times, decider, noun, idName, kinds, perform, onReport } = work;
  const { database, store, logger, rail } = deps;
  const named = (attempt: Attempt | undefined) => ({ [idName]: attempt?.subjectId });
  return createAttemptsWorker({
    database,
    gate,
    kinds,
    nextStep: (attempt, now) => nextStep(attempt, rail.retryRule, now, limits),
    prepare: () => Promise.reject(new Error(`There is nothing to prepare for: ${noun}`)),
    perform,
    reportOfTakenKey: () => {
      throw new Error(`There is no key but its own for: ${noun}`);
    },
    onReport,
    async onReview(attempt, mark) {
      const { lastError, createdAt } = attempt;
      logger.error({ ...named(attempt), lastError }, `a person has to look at this ${noun}`);
      await commitWithAttempt({
        database,
        store,
        decider,
        attempt,
        command: { kind: "tell-unknown", since: createdAt },
        writes: () => [mark],
        onRefused: (code) =>
          logger.error({ ...named(attempt), code }, "it refuses to be told unknown"),
      });
    },
    onLost: (attempt) => logger.warn(named(attempt), "an attempt has another holder by now"),
    onError: (error, attempt) =>
      logger.error({ error, ...named(attempt) }, "an attempt comes again"),
    logger,
    ...(times && { times }),
  });
}
