import type { OrderTrigger } from "@sanu/contracts";
import { type Instant, msBetween, plusMs } from "@sanu/kernel";
import { dueMomentAfter } from "../calendar/due-moments.ts";

/** When it is due first behind a moment; null where it waits for a price. */
export function dueAfter(trigger: OrderTrigger, after: Instant, timeZone: string): Instant | null {
  return trigger.kind === "price" ? null : dueMomentAfter(trigger, after, timeZone);
}

/**
 * When it is due behind the occurrence of a moment: the first moment that is not missed yet. So what was missed in a row is
 * skipped as one, and the newest of it still orders while it is in time.
 */
export function dueBehind(
  trigger: OrderTrigger,
  of: { readonly dueAt: Instant | null; readonly now: Instant; readonly windowMs: number },
  timeZone: string,
): Instant | null {
  const { dueAt, now, windowMs } = of;
  const oldest = plusMs(now, -windowMs - 1);
  const after = dueAt !== null && msBetween(oldest, dueAt) > 0 ? dueAt : oldest;
  return dueAfter(trigger, after, timeZone);
}
