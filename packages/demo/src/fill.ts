import type { Environment } from "@sanu/local-stack";
import { findNextDueMs, untilCalm } from "./acts/calm.ts";
import type { Cast, StaffMember } from "./acts/cast.ts";
import { untilDealing } from "./acts/market.ts";
import { performOnTheWay, performStep } from "./acts/perform-step.ts";
import { movedUrl } from "./clock/database-clocks.ts";
import type { Plan } from "./plan/plan.ts";
import { type DemoSystem, startDemoSystem } from "./system/demo-system.ts";
import { databaseUrlOf, type EnvironmentOf } from "./system/settings.ts";

export interface FillOptions {
  readonly plan: Plan;
  readonly environmentOf: EnvironmentOf;
  readonly operatorEnvironment: Environment;
  readonly onProgress?: (of: { readonly day: number; readonly orders: number }) => void;
  readonly signal?: AbortSignal;
  readonly logLevel?: "silent" | "warn";
}

export interface Filled {
  readonly staff: readonly StaffMember[];
}

const fillLimits = {
  /** A price counts for so long, so that the same order has the same one in every run. */
  priceMs: 21_600_000,
  /** What is under way must not get hours older at once: before a leap this far it is let go on by its own pauses. */
  farLeapMs: 1_800_000,
  /** What is due so shortly before the end of a far leap is left to the step there. */
  leftToNextMs: 600_000,
  /** Whatever is tried longer than this before a far leap goes on for ever. */
  pausesMax: 200,
} as const;

/** Carries a plan out on a fresh system. Throws where anything is not as planned; then the system is to be thrown away. */
export async function fill(options: FillOptions): Promise<Filled> {
  const { plan, environmentOf } = options;
  const { seed, startMs } = plan;
  const identityUrl = movedUrl(databaseUrlOf("identity", environmentOf));
  const system = await startDemoSystem({ ...options, seed, startMs });
  const outcomes = new Map(plan.orders.map(({ index, outcome }) => [index, outcome]));
  const maps = { userIds: new Map(), placed: new Map(), outcomes };
  const cast: Cast = { system, seed, identityUrl, staff: [], ...maps };
  try {
    await carryOut(cast, options);
  } finally {
    await system.finish();
  }
  return { staff: cast.staff };
}

async function carryOut(cast: Cast, { plan, onProgress, signal }: FillOptions): Promise<void> {
  const { system } = cast;
  const { priceMs, farLeapMs } = fillLimits;
  let pricedTo = 0;
  for (const [place, step] of plan.steps.entries()) {
    signal?.throwIfAborted();
    await leap(system, step.atMs, () => performOnTheWay(cast, step));
    const period = Math.floor(step.atMs / priceMs);
    if (period !== pricedTo && step.acts.some(({ kind }) => kind === "order")) {
      await untilDealing(system);
      pricedTo = period;
    }
    await performStep(cast, step);
    const nextMs = plan.steps[place + 1]?.atMs ?? plan.endMs;
    if (nextMs - step.atMs >= farLeapMs) await letGoOn(system, nextMs);
    onProgress?.({ day: step.day, orders: cast.placed.size });
  }
  await leap(system, Date.now());
  await untilCalm(system);
}

/** What is tried again after a pause is over before a far leap, but for what only people can end. */
async function letGoOn(system: DemoSystem, untilMs: number): Promise<void> {
  const { leftToNextMs, pausesMax } = fillLimits;
  for (let pauses = 0; pauses <= pausesMax; pauses += 1) {
    await untilCalm(system);
    const dueMs = await findNextDueMs(system);
    if (dueMs === undefined || dueMs > untilMs - leftToNextMs) return;
    await leap(system, dueMs + 1);
  }
  throw new Error(`Something was still tried after ${pausesMax} pauses`);
}

function leap(system: DemoSystem, atMs: number, meanwhile?: () => Promise<unknown>): Promise<void> {
  return system.leapTo(Math.max(atMs, system.clock.nowMs()), meanwhile);
}
