import type { Environment } from "@sanu/local-stack";
import type { Cast, StaffMember } from "./acts/cast.ts";
import { untilDealing } from "./acts/market.ts";
import { performStep } from "./acts/perform-step.ts";
import { findNextDueMs, untilCalm } from "./acts/settle.ts";
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

/** A price counts for six hours, so that the same order has the same one in every run. */
const priceMs = 21_600_000;
/** Between what is still tried in the evening and the next morning. */
const dayEndMs = 3_600_000;

/** Carries a plan out on a fresh system. Throws where anything is not as planned; then the system is to be thrown away. */
export async function fill(options: FillOptions): Promise<Filled> {
  const { plan } = options;
  const system = await startDemoSystem({
    ...options,
    seed: plan.seed,
    startMs: plan.startMs,
  });
  const outcomes = new Map(plan.orders.map(({ index, outcome }) => [index, outcome]));
  const maps = { userIds: new Map(), placed: new Map(), outcomes };
  const cast: Cast = { system, seed: plan.seed, staff: [], ...maps };
  try {
    await carryOut(cast, options);
  } finally {
    await system.finish();
  }
  return { staff: cast.staff };
}

async function carryOut(cast: Cast, options: FillOptions): Promise<void> {
  const { plan, environmentOf, onProgress, signal } = options;
  const { system } = cast;
  const identityUrl = movedUrl(databaseUrlOf("identity", environmentOf));
  let pricedTo = 0;
  for (const [place, step] of plan.steps.entries()) {
    signal?.throwIfAborted();
    await leap(system, step.atMs);
    const period = Math.floor(step.atMs / priceMs);
    if (period !== pricedTo && step.acts.some(({ kind }) => kind === "order")) {
      await untilDealing(system);
      pricedTo = period;
    }
    await performStep(cast, step, identityUrl);
    const next = plan.steps[place + 1];
    if (next?.day !== step.day) await endDay(system, next?.atMs ?? plan.endMs);
    onProgress?.({ day: step.day, orders: cast.placed.size });
  }
  await leap(system, Date.now());
  await untilCalm(system);
}

/** What is tried again after a pause is over before the next day begins, but for what only people can end. */
async function endDay(system: DemoSystem, untilMs: number): Promise<void> {
  for (;;) {
    await untilCalm(system);
    const dueMs = await findNextDueMs(system);
    if (dueMs === undefined || dueMs > untilMs - dayEndMs) return;
    await leap(system, dueMs + 1);
  }
}

function leap(system: DemoSystem, atMs: number): Promise<void> {
  return system.leapTo(Math.max(atMs, system.clock.nowMs()));
}
