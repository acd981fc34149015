import { type CalendarDay, epochMsOf, type Instant, instantOfEpochMs } from "@sanu/kernel";

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timeZone, made);
  return made;
}

/** What the clocks of a zone are ahead of UTC at a moment. */
function offsetMsAt(epochMs: number, timeZone: string): number {
  const shown = new Map(
    formatOf(timeZone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (part: Intl.DateTimeFormatPartTypes) => shown.get(part) ?? 0;
  const wallMs = Date.UTC(
    of("year"),
    of("month") - 1,
    of("day"),
    of("hour"),
    of("minute"),
    of("second"),
  );
  return wallMs - Math.floor(epochMs / 1_000) * 1_000;
}

/** A time that clocks show, `09:30`. */
export type LocalTime = string;

/**
 * The moment at which the clocks of a zone show a time. One that they leap over comes as much later as they leap; of one
 * that they show twice it is the first.
 */
export function momentOf(day: CalendarDay, time: LocalTime, timeZone: string): Instant {
  const [hour, minute] = time.split(":").map(Number);
  const wallMs = Date.UTC(day.year, day.month - 1, day.day, hour, minute);
  // No zone sets its clocks twice within two days.
  const [before, after] = [
    wallMs - offsetMsAt(wallMs - DAY_MS, timeZone),
    wallMs - offsetMsAt(wallMs + DAY_MS, timeZone),
  ];
  const shown = [before, after].filter((ms) => ms + offsetMsAt(ms, timeZone) === wallMs);
  return instantOfEpochMs(shown.length === 0 ? before : Math.min(...shown));
}

/** What the clocks of a zone show at a moment, to the minute. */
export function localTimeOf(moment: Instant, timeZone: string): LocalTime {
  const parts = formatOf(timeZone).formatToParts(epochMsOf(moment));
  const of = (part: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === part)?.value ?? "";
  return `${of("hour")}:${of("minute")}`;
}
