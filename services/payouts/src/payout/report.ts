import type { AboutAttempt, AttemptOrder, FollowUp, RetryTerms } from "@sanu/attempts";
import { retryOf } from "@sanu/attempts";
import type { Money } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { SettlePayout } from "./commands.ts";
import type { PayoutEvent } from "./events.ts";

export function settled(
  { attempt: { attemptNumber } }: Pick<AboutAttempt, "attempt">,
  fee: Money,
  settledAt: Instant,
): SettlePayout {
  return { kind: "settle", attemptNumber, fee, settledAt };
}

export function followUp(
  attempt: AttemptOrder,
  events: readonly PayoutEvent[],
  terms: RetryTerms,
): FollowUp | undefined {
  const rejected = events.find((event) => event.type === "PayoutAttemptRejected");
  if (rejected === undefined) return undefined;
  const again = retryOf(attempt, terms);
  const provider = rejected.next?.provider ?? null;
  if (again.kind !== "attempt" || provider === null) return again;
  return rejected.next?.reason === "fail-over"
    ? { ...again, provider, beginInMs: null }
    : { ...again, provider };
}
