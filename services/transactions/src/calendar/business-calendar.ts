import { calendarDayOf, calendarMonthOf, type Instant, isoDateOf } from "@sanu/kernel";

export interface BusinessCalendar {
  /** `2026-11` */
  readonly monthOf: (moment: Instant) => string;
  /** `2026-11-21` */
  readonly dayOf: (moment: Instant) => string;
}

export function businessCalendar(timeZone: string): BusinessCalendar {
  return {
    monthOf: (moment) => calendarMonthOf(moment, timeZone),
    dayOf: (moment) => isoDateOf(calendarDayOf(moment, timeZone)),
  };
}
