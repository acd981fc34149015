import { type Language, wordsIn } from "@sanu/contracts";
import type { CalendarDay } from "@sanu/kernel";

/** A day as people read it: `21 novembre 2026`, `1er décembre 2026`, `21 November 2026`. */
export function dayText({ year, month, day }: CalendarDay, language: Language): string {
  const ordinal = day === 1 ? wordsIn(language).dates.firstOfMonth : `${day}`;
  return `${ordinal} ${monthName(month, language)} ${year}`;
}

/** A month `2026-11` as people read it: `novembre 2026`, `November 2026`. */
export function monthText(month: string, language: Language): string {
  const [year = "", number = ""] = month.split("-");
  return `${monthName(Number(number), language)} ${Number(year)}`;
}

function monthName(month: number, language: Language): string {
  const names: Readonly<Record<number, string>> = wordsIn(language).dates.months;
  return names[month] ?? String(month);
}

const daysMax = 31;

export function dayBefore({ year, month, day }: CalendarDay): CalendarDay {
  if (day > 1) return { year, month, day: day - 1 };
  const [pastYear, pastMonth] = month === 1 ? [year - 1, 12] : [year, month - 1];
  return { year: pastYear, month: pastMonth, day: lastDayOf(pastYear, pastMonth) };
}

export function dayAfter({ year, month, day }: CalendarDay): CalendarDay {
  if (day < lastDayOf(year, month)) return { year, month, day: day + 1 };
  return month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
}

/** How many days a month has. */
export function lastDayOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : daysMax;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
