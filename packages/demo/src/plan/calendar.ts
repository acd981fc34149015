/** The business's calendar: no summer time there, ever. */
const businessOffsetMs = 3_600_000;
export const dayMs = 86_400_000;

/** The midnight of the business at which the day of a moment began. */
export function midnightBefore(epochMs: number): number {
  return Math.floor((epochMs + businessOffsetMs) / dayMs) * dayMs - businessOffsetMs;
}

/** `2026-11`, by which limits are counted. */
export function monthAt(epochMs: number): string {
  return new Date(epochMs + businessOffsetMs).toISOString().slice(0, 7);
}

/** 0 is Sunday. */
export function weekdayAt(epochMs: number): number {
  return new Date(epochMs + businessOffsetMs).getUTCDay();
}

export function dayOfMonthAt(epochMs: number): number {
  return new Date(epochMs + businessOffsetMs).getUTCDate();
}
