import { type CalendarDay, calendarDayOf, epochMsOf, type Instant } from "@sanu/kernel";
import { dayAfter, lastDayOf } from "./dates.ts";
import { type LocalTime, momentOf } from "./local-moment.ts";

/** Again and again by the calendar, at a time of a zone's clocks. */
export interface Schedule {
  readonly every: "day" | "week" | "month";
  /** Of the week from Monday, 1, or of the month; null every day. */
  readonly day: number | null;
  readonly time: LocalTime;
}

/** Two months have at most so many days: in any of them every schedule has a day. */
const daysMax = 62;

/** The first moment of a schedule behind another moment. */
export function dueMomentAfter(schedule: Schedule, after: Instant, timeZone: string): Instant {
  let day = calendarDayOf(after, timeZone);
  for (let count = 0; count <= daysMax; count += 1) {
    if (isOn(schedule, day)) {
      const moment = momentOf(day, schedule.time, timeZone);
      if (epochMsOf(moment) > epochMsOf(after)) return moment;
    }
    day = dayAfter(day);
  }
  throw new RangeError(`No day is the ${schedule.day} of a ${schedule.every}`);
}

/** A month without the day has its last one instead. */
function isOn({ every, day: wanted }: Schedule, day: CalendarDay): boolean {
  switch (every) {
    case "day":
      return true;
    case "week":
      return weekdayOf(day) === wanted;
    case "month":
      return day.day === Math.min(wanted ?? 1, lastDayOf(day.year, day.month));
  }
}

/** From Monday, 1, to Sunday, 7. */
export function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}
