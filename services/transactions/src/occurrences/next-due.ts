import type { OrderTrigger } from "@sanu/contracts";
import { type Instant, msBetween, plusMs } from "@sanu/kernel";
import { dueMomentAfter } from "../calendar/due-moments.ts";

/** What is due so shortly behind what was due last is the same day's, by a clock or a time zone that was set otherwise since. */
const sameMomentWithinMs = 12 * 3_600_000;

/**
 * When it is due first behind a moment; null where it waits for a price. The day, week or month of what was due last does not
 * come again, also where the present or the business time zone was set back.
 */
export function dueAfter(
  trigger: OrderTrigger,
  of: { readonly after: Instant; readonly lastDueAt: Instant | null },
  timeZone: string,
): Instant | null {
  if (trigger.kind === "price") return null;
  const { after, lastDueAt } = of;
  const over = lastDueAt === null ? after : plusMs(lastDueAt, sameMomentWithinMs);
  return dueMomentAfter(trigger, laterOf(after, over), timeZone);
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
  return dueAfter(trigger, { after: plusMs(now, -windowMs - 1), lastDueAt: dueAt }, timeZone);
}

function laterOf(one: Instant, other: Instant): Instant {
  return msBetween(one, other) > 0 ? other : one;
}
