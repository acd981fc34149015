import { calendarDayOf, type Instant, isInstant, isoDateOf } from "@sanu/kernel";
import { InvalidArgumentError } from "commander";
import type { Period } from "./fact-views.ts";

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the days of an analysis; none where neither is named. Throws on what is no period. */
export function readPeriod(named: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): Period | undefined {
  const { from, to } = named;
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) throw new Error("Name both --from and --to");
  for (const day of [from, to]) {
    if (!dayForm.test(day) || !isInstant(`${day}T00:00:00.000000Z`)) {
      throw new Error(`${day} is no day; write 2026-11-21`);
    }
  }
  if (to < from) throw new Error(`--from ${from} is behind --to ${to}`);
  return { fromDay: from, toDay: to };
}

/** Throws where the period has not begun yet, or ends in a day that has not: of what lies ahead nothing is known, and what is shown would be taken for it. */
export function assertPast(period: Period, timeZone: string, now: Instant): void {
  const today = isoDateOf(calendarDayOf(now, timeZone));
  for (const [option, day] of [
    ["--from", period.fromDay],
    ["--to", period.toDay],
  ] as const) {
    if (day > today) throw new Error(`${option} ${day} lies ahead; today is ${today}`);
  }
}

/** The zone of days and months, by its name: an offset has no months in which clocks change. */
export function readTimeZone(text: string): string {
  if (/^[A-Za-z]/.test(text) && isKnownZone(text)) return text;
  throw new InvalidArgumentError("It is no time zone; write Africa/Porto-Novo.");
}

function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
