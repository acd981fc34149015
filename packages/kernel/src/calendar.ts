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

/** The day on which a moment falls in a time zone (IANA name). Throws `RangeError` on an unknown zone. */
export function calendarDayOf(moment: Instant, timeZone: string): CalendarDay {
  const [year, month, day] = formatOf(timeZone).format(epochMsOf(moment)).split("-");
  return { year: Number(year), month: Number(month), day: Number(day) };
}

/** The month of a moment in a time zone, as `2026-11`. */
export function calendarMonthOf(moment: Instant, timeZone: string): string {
  const { year, month } = calendarDayOf(moment, timeZone);
  return `${year}-${String(month).padStart(2, "0")}`;
}
