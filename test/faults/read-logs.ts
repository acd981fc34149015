import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceName, serviceNames } from "./service-names.ts";
import type { FaultSystem } from "./system.ts";

const limits = {
  windowMs: 10_000,
  /** The same warning or error, twice what the logger lets through, because its windows begin elsewhere. */
  sameLinesMax: 6,
  /** All warnings and errors of one service. */
  linesMax: 200,
} as const;

interface LogLine {
  readonly atMs: number;
  readonly isTrouble: boolean;
  readonly message: string;
  /** What makes it the same as another line. */
  readonly text: string;
}

/** The lines of a service's log, oldest first. */
export function readLog({ logsDir }: FaultSystem, service: ServiceName): readonly LogLine[] {
  const text = readFileSync(join(logsDir, `${service}.log`), "utf8");
  return text.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return [];
    const { time, level, message, error, ...fields } = JSON.parse(line) as Record<string, unknown>;
    const { correlationId: _one, leftOut: _many, ...same } = fields;
    const { message: reason } = (error ?? {}) as { readonly message?: string };
    return {
      atMs: Date.parse(String(time)),
      isTrouble: level === "warn" || level === "error",
      message: String(message),
      text: JSON.stringify([level, message, reason, same]),
    };
  });
}

/** Services whose log says the same, or anything at all, more often than anybody could read. */
export function findFloods(system: FaultSystem): readonly string[] {
  return serviceNames.flatMap((service) => {
    const troubles = readLog(system, service).filter(({ isTrouble }) => isTrouble);
    const texts = [...new Set(troubles.map(({ text }) => text))];
    const found = texts.flatMap((text) => {
      const most = mostInWindow(troubles.filter((line) => line.text === text));
      return most > limits.sameLinesMax ? [`${service} says ${most} times in 10 s: ${text}`] : [];
    });
    const most = mostInWindow(troubles);
    return most > limits.linesMax ? [...found, `${service} writes ${most} lines in 10 s`] : found;
  });
}

function mostInWindow(lines: readonly LogLine[]): number {
  let first = 0;
  let most = 0;
  for (const [last, { atMs }] of lines.entries()) {
    while (atMs - (lines[first]?.atMs ?? atMs) >= limits.windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
