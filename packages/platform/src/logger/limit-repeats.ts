import type { LogFn } from "pino";

/** A fault that goes on says the same again and again; a log has room for it so often. */
export const repeatLimits = {
  sameLinesMax: 3,
  /** Then the line comes again, with the number of those that were left out. */
  withinMs: 10_000,
  linesMax: 500,
} as const;

/** Pino's numbers. What is normal comes as often as it happens, and what is fatal too. */
const levels = { warn: 40, error: 50 } as const;

/** Fields that tell one request from the next and not one trouble from another. */
const passing = new Set(["correlationId", "reqId", "elapsedMs"]);

type LogArgs = Parameters<LogFn>;

/** The arguments as they are or with a count; `undefined` when the line is left out. */
export type RepeatLimit = (level: number, args: LogArgs) => LogArgs | undefined;

interface LoggedLine {
  readonly since: number;
  times: number;
}

/** `now` counts milliseconds. */
export function createRepeatLimit(now: () => number = () => performance.now()): RepeatLimit {
  const logged = new Map<string, LoggedLine>();
  return (level, args) => {
    if (level < levels.warn || level > levels.error) return args;
    const line = lineOf(level, args);
    const before = logged.get(line);
    if (before !== undefined && now() - before.since < repeatLimits.withinMs) {
      before.times += 1;
      return before.times > repeatLimits.sameLinesMax ? undefined : args;
    }
    if (logged.size >= repeatLimits.linesMax) logged.clear();
    logged.set(line, { since: now(), times: 1 });
    const leftOut = (before?.times ?? 0) - repeatLimits.sameLinesMax;
    return leftOut > 0 ? withCount(args, leftOut) : args;
  };
}

/** What makes two lines the same: level, text, the errors' names and texts, and every plain field. */
function lineOf(level: number, [first, ...rest]: LogArgs): string {
  const texts = rest.map(String);
  if (typeof first !== "object" || first === null) return JSON.stringify([level, first, texts]);
  if (first instanceof Error) return JSON.stringify([level, textOf(first), texts]);
  const fields = Object.entries(first)
    .filter(([name]) => !passing.has(name))
    .map(([name, value]) => [name, textOf(value)]);
  return JSON.stringify([level, fields, texts]);
}

function textOf(value: unknown): string {
  return value instanceof Error ? `${value.name}: ${value.message}` : String(value);
}

function withCount([first, ...rest]: LogArgs, leftOut: number): LogArgs {
  if (first instanceof Error) return [{ error: first, leftOut }, first.message, ...rest];
  if (typeof first === "string") return [{ leftOut }, first, ...rest];
  return [{ ...Object(first), leftOut }, ...rest];
}
