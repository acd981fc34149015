import { epochMsOf, type Instant, msBetween, plusMs } from "@sanu/kernel";

/** A `Date` header has whole seconds, and its response takes a moment: less than this says nothing about a clock. */
const clockToleranceMs = 5_000;

interface Reading {
  /** When the money came, as the provider says it; null where it does not. */
  readonly receivedAt: Instant | null;
  /** The provider's clock as it said so; null where it does not show one. */
  readonly statedAt: Instant | null;
  /** Our clock as it said so: the first moment at which we knew of the money. */
  readonly at: Instant;
}

/**
 * When money came, by our clock. The provider's word counts; where its clock is off by what it shows, the word is moved
 * by as much. A moment before the order or in the future is not believed, and then, as where there is none, it is the
 * one at which we first saw the money: in doubt it came late, and goes back.
 */
export function believedReceivedAt(
  { receivedAt, statedAt, at }: Reading,
  requestedAt: Instant,
): Instant {
  if (receivedAt === null) return at;
  const aheadMs = statedAt === null ? 0 : msBetween(at, statedAt);
  const byMs = Math.abs(aheadMs) > clockToleranceMs ? -aheadMs : 0;
  // By a clock that is off by millennia it would be moved to where our calendar has no date.
  const movedMs = epochMsOf(receivedAt) + byMs;
  if (movedMs < epochMsOf(requestedAt) || movedMs > epochMsOf(at)) return at;
  const moved = plusMs(receivedAt, byMs);
  return moved < requestedAt || moved > at ? at : moved;
}
