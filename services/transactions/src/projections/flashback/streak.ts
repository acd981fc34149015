import { fill, type Language, wordsIn } from "@sanu/contracts";
import { type CalendarDay, isoMonthOf } from "@sanu/kernel";
import { dayBefore } from "../../calendar/dates.ts";

/** Days in a row with a completed transaction, ending today or yesterday. `masks`: month → days as bits. */
export function streakDays(masks: ReadonlyMap<string, number>, today: CalendarDay): number {
  const isDone = (day: CalendarDay) =>
    ((masks.get(isoMonthOf(day)) ?? 0) & (1 << (day.day - 1))) !== 0;
  let day = isDone(today) ? today : dayBefore(today);
  let days = 0;
  while (isDone(day)) {
    days += 1;
    day = dayBefore(day);
  }
  return days;
}

/** `3 jours`, `1 jour`, `0 jour`; in English `3 days`, `1 day`, `0 days`. */
export function streakText(days: number, language: Language): string {
  const { noDays, oneDay, manyDays } = wordsIn(language).dates;
  if (days === 0) return noDays;
  return days === 1 ? oneDay : fill(manyDays, { days: String(days) });
}
