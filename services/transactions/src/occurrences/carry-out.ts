import type { Occurred } from "@sanu/contracts";
import { fold, type Instant, msBetween, plusMs, type StandingOrderId } from "@sanu/kernel";
import { standingOrder } from "../standing-order/decide.ts";
import type { ExistingStandingOrder } from "../standing-order/state.ts";
import { changeOrder } from "./change-order.ts";
import type { OccurrenceDeps } from "./deps.ts";
import { dueBehind } from "./next-due.ts";
import { nextStep } from "./next-step.ts";
import { type DueOrder, orderOccurrence } from "./order-occurrence.ts";
import { isPassing } from "./passing-refusals.ts";
import { postpone, restoreTrigger } from "./trigger-statements.ts";

/** Does what is to be done with one order now. Whatever that is, the order waits for something else behind it. */
export async function carryOut(
  deps: OccurrenceDeps,
  orderId: StandingOrderId,
  now: Instant,
): Promise<void> {
  const loaded = await deps.standingOrders.load(orderId);
  const state = fold(standingOrder, loaded.events);
  if (state.status === "none") throw new Error(`Nothing was placed as ${orderId}`);
  const trusted = deps.prices.findTrusted();
  const { windowMs } = deps.standingOrderTerms;
  switch (nextStep(state, { now, windowMs, trusted })) {
    case "wait":
      await deps.database.query(restoreTrigger(state, now));
      return;
    case "expire":
      await changeOrder(deps, { orderId, command: { kind: "expire", at: now } });
      return;
    case "skip":
      await conclude(deps, state, { outcome: { kind: "skipped", code: "late" }, at: now });
      return;
    case "postpone":
      await tryAgain(deps, state, now);
      return;
    case "order":
      await order(deps, { state, loaded, trusted }, now);
  }
}

async function order(deps: OccurrenceDeps, due: DueOrder, now: Instant): Promise<void> {
  const { state } = due;
  const ordering = await orderOccurrence(deps, due);
  switch (ordering.kind) {
    // The next look finds it as it is then.
    case "ordered":
    case "overtaken":
      return;
    case "erased":
      await changeOrder(deps, { orderId: state.orderId, command: { kind: "close", at: now } });
      return;
    case "refused": {
      const { code } = ordering.refusal;
      if (isPassing(code) && isInTime(deps, state, now)) return tryAgain(deps, state, now);
      const outcome: Occurred =
        code === "account-suspended" ? { kind: "skipped", code } : { kind: "refused", code };
      await conclude(deps, state, { outcome, at: now });
    }
  }
}

/** Whether the next try would still come in time; a price is waited for as long as it takes. */
function isInTime(
  { standingOrderTerms: { windowMs, retryMs } }: OccurrenceDeps,
  { dueAt }: ExistingStandingOrder,
  now: Instant,
): boolean {
  return dueAt === null || msBetween(dueAt, now) + retryMs <= windowMs;
}

async function tryAgain(
  { database, standingOrderTerms }: OccurrenceDeps,
  { orderId }: ExistingStandingOrder,
  now: Instant,
): Promise<void> {
  await database.query(postpone(orderId, plusMs(now, standingOrderTerms.retryMs)));
}

/** The occurrence ends without a transaction. */
async function conclude(
  deps: OccurrenceDeps,
  state: ExistingStandingOrder,
  of: { readonly outcome: Occurred; readonly at: Instant },
): Promise<void> {
  const { outcome, at } = of;
  const { orderId, occurrence, trigger, dueAt } = state;
  const { windowMs, failuresMax } = deps.standingOrderTerms;
  const nextDueAt = dueBehind(trigger, { dueAt, now: at, windowMs }, deps.timeZone);
  await changeOrder(deps, {
    orderId,
    command: { kind: "occur", occurrence, outcome, nextDueAt, failuresMax, at },
    notBefore: trigger.kind === "price" ? plusMs(at, windowMs) : null,
  });
}
