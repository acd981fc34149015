import type { Language } from "@sanu/contracts";
import type { CalendarDay } from "@sanu/kernel";

const monthNames: Readonly<Record<Language, readonly string[]>> = {
  fr: [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
  ],
  en: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
};

/** A day as people read it: `21 novembre 2026`, `1er décembre 2026`, `21 November 2026`. */
export function dayText({ year, month, day }: CalendarDay, language: Language): string {
  const ordinal = language === "fr" && day === 1 ? "1er" : `${day}`;
  return `${ordinal} ${monthNames[language][month - 1]} ${year}`;
}

/** A month `2026-11` as people read it: `novembre 2026`, `November 2026`. */
export function monthText(month: string, language: Language): string {
  const [year = "", number = ""] = month.split("-");
  return `${monthNames[language][Number(number) - 1]} ${Number(year)}`;
}

const daysMax = 31;

export function dayBefore({ year, month, day }: CalendarDay): CalendarDay {
  if (day > 1) return { year, month, day: day - 1 };
  const [pastYear, pastMonth] = month === 1 ? [year - 1, 12] : [year, month - 1];
  return { year: pastYear, month: pastMonth, day: lastDayOf(pastYear, pastMonth) };
}

function lastDayOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : daysMax;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The month of a day, `2026-11`. */
export function monthOf({ year, month }: CalendarDay): string {
  return `${year}-${String(month).padStart(2, "0")}`;
}

/** A day as it is stored, `2026-11-21`. */
export function storedDay(day: CalendarDay): string {
  return `${monthOf(day)}-${String(day.day).padStart(2, "0")}`;
}
