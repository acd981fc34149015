import { epochMsOf, type Instant } from "./instant.ts";

/** A day of the business calendar, `2026-11-21`. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  formats.set(timeZone, made);
  return made;
}

const secondLetters = "2026-11-21T07:00:00".length;
const lastDays = new Map<string, { readonly second: string; readonly day: CalendarDay }>();

/** The day on which a moment falls in a time zone (IANA name). Throws `RangeError` on an unknown zone. */
export function calendarDayOf(moment: Instant, timeZone: string): CalendarDay {
  // Every order and every limit asks, most for the same second; no zone begins a day within one.
  const second = moment.slice(0, secondLetters);
  const last = lastDays.get(timeZone);
  if (last?.second === second) return last.day;
  const [year, month, date] = formatOf(timeZone).format(epochMsOf(moment)).split("-");
  const day = { year: Number(year), month: Number(month), day: Number(date) };
  lastDays.set(timeZone, { second, day });
  return day;
}

/** The month of a moment in a time zone, as `2026-11`. */
export function calendarMonthOf(moment: Instant, timeZone: string): string {
  return isoMonthOf(calendarDayOf(moment, timeZone));
}

/** The month of a day, `2026-11`. */
export function isoMonthOf({ year, month }: CalendarDay): string {
  return `${year}-${String(month).padStart(2, "0")}`;
}

/** A day as it is stored and named, `2026-11-21`. */
export function isoDateOf(day: CalendarDay): string {
  return `${isoMonthOf(day)}-${String(day.day).padStart(2, "0")}`;
}
