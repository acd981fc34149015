import type { Brand } from "./brand.ts";

/** A moment in UTC as text with six fractional digits, `2026-11-21T07:00:00.123456Z`; sorts as text. */
export type Instant = Brand<string, "Instant">;

/** Our calendar and our database know no year 0. */
const shape =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;

/** Reads an instant in our shape. Throws `RangeError` on any other text. */
export function instant(text: string): Instant {
  if (!isInstant(text)) throw new RangeError(`Not an instant: ${text}`);
  return text;
}

/** Tells whether a text is an instant in our shape and a real moment. */
export function isInstant(text: string): text is Instant {
  if (!shape.test(text)) return false;
  // Every month has 28 days; only later ones need the calendar.
  return text.slice(8, 10) <= "28" || isDayOfMonth(text);
}

/** The engine reads February 30th as March 2nd; a real day comes back as it was written. */
function isDayOfMonth(text: string): boolean {
  return new Date(Date.parse(text)).toISOString().startsWith(text.slice(0, 10));
}

/** The instant of a number of milliseconds since 1970. */
export function instantOfEpochMs(epochMs: number): Instant {
  return instant(`${new Date(epochMs).toISOString().slice(0, -1)}000Z`);
}

/** Milliseconds since 1970; the microseconds are cut off. */
export function epochMsOf(moment: Instant): number {
  return Date.parse(moment);
}

/** The moment a number of milliseconds later (earlier when negative). */
export function plusMs(moment: Instant, milliseconds: number): Instant {
  const micros = moment.slice(23, 26);
  return instant(`${instantOfEpochMs(epochMsOf(moment) + milliseconds).slice(0, 23)}${micros}Z`);
}

/** Milliseconds from one moment to another. */
export function msBetween(from: Instant, to: Instant): number {
  return epochMsOf(to) - epochMsOf(from);
}
