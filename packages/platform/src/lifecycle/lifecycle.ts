import type { Logger } from "../logger/create-logger.ts";
import { lifecycleLimits } from "./limits.ts";
import { within } from "./within.ts";

/** Parts start in the order in which they were added. */
export interface Part {
  readonly name: string;
  /** Says, before anything starts, why this part could not. All checks run, so all reasons are known at once. */
  readonly check?: () => Promise<void> | void;
  readonly start?: () => Promise<unknown> | void;
  /** Takes on nothing new from here on, without waiting: all parts at once, before the first of them stops. */
  readonly drain?: () => void;
  readonly stop?: () => Promise<unknown> | void;
}

export interface Lifecycle {
  readonly add: (part: Part) => Lifecycle;
  /** Throws `StartError` with every reason; what had started is stopped again. */
  readonly start: () => Promise<void>;
  /** Not ready first; every part drains, and behind the pause for it each one stops, in reverse. True when all ended well and in time; never throws. */
  readonly stop: () => Promise<boolean>;
  readonly isRunning: () => boolean;
}

export class StartError extends AggregateError {
  override readonly name = "StartError";
}

/**
 * `stopWithinMs` is for all parts together, behind `drainPause`: until it is over clients are served who do not know yet
 * that they shall go elsewhere.
 */
export function createLifecycle(options: {
  readonly logger: Logger;
  readonly stopWithinMs?: number;
  readonly drainPause?: () => Promise<unknown>;
}): Lifecycle {
  const { logger, stopWithinMs = lifecycleLimits.stopTimeoutMs, drainPause } = options;
  const parts: Part[] = [];
  const started: Part[] = [];
  let running = false;
  let stopping: Promise<boolean> | undefined;

  const end = async (): Promise<boolean> => {
    const wasRunning = running;
    running = false;
    drainAll(started, logger);
    // Nobody was sent to a service that never was ready.
    if (wasRunning) await drainPause?.();
    return stopInReverse(started, { logger, stopWithinMs });
  };
  const stop = () => {
    stopping ??= end();
    return stopping;
  };

  const lifecycle: Lifecycle = {
    add(part) {
      parts.push(part);
      return lifecycle;
    },
    async start() {
      try {
        await checkAll(parts);
      } catch (error) {
        // A check may have opened what only its part closes.
        started.push(...parts.filter(({ check }) => check !== undefined));
        await stop();
        throw error;
      }
      for (const part of parts) {
        // A signal can arrive while the service is still starting.
        if (stopping !== undefined) return;
        started.push(part);
        try {
          await startPart(part);
        } catch (error) {
          await stop();
          throw error;
        }
      }
      running = stopping === undefined;
    },
    stop,
    isRunning: () => running,
  };
  return lifecycle;
}

async function checkAll(parts: readonly Part[]): Promise<void> {
  const results = await Promise.allSettled(
    parts.map(({ name, check }) =>
      within(lifecycleLimits.checkTimeoutMs, `checking ${name}`, () => check?.()).catch((cause) => {
        throw because(`${name} cannot start`, cause);
      }),
    ),
  );
  const reasons = results.flatMap((each): unknown[] =>
    each.status === "rejected" ? [each.reason] : [],
  );
  if (reasons.length > 0) throw startErrorOf(reasons);
}

async function startPart({ name, start }: Part): Promise<void> {
  try {
    await within(lifecycleLimits.startTimeoutMs, `starting ${name}`, () => start?.());
  } catch (error) {
    throw startErrorOf([because(`${name} did not start`, error)]);
  }
}

function because(what: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message || cause.name : "an unknown reason";
  return new Error(`${what}: ${why}`, { cause });
}

function startErrorOf(reasons: readonly unknown[]): StartError {
  const texts = reasons.map((reason) => (reason instanceof Error ? reason.message : "unknown"));
  return new StartError(reasons, texts.join("\n"));
}

function drainAll(started: readonly Part[], logger: Logger): void {
  for (const { name, drain } of started.toReversed()) {
    try {
      drain?.();
    } catch (error) {
      logger.error({ error, part: name }, "a part did not drain");
    }
  }
}

async function stopInReverse(
  started: readonly Part[],
  options: { readonly logger: Logger; readonly stopWithinMs: number },
): Promise<boolean> {
  const deadlineAt = performance.now() + options.stopWithinMs;
  let clean = true;
  for (const { name, stop } of started.toReversed()) {
    const leftMs = Math.max(0, deadlineAt - performance.now());
    try {
      await within(leftMs, `stopping ${name}`, () => stop?.());
    } catch (error) {
      clean = false;
      options.logger.error({ error, part: name }, "a part did not stop");
    }
  }
  return clean;
}
