import { readdirSync, readFileSync } from "node:fs";

/** What a process has used since it began. */
export interface Usage {
  readonly userMs: number;
  readonly systemMs: number;
  /** Calls of `read` and `write` and their kin. What Postgres receives and sends on sockets is not counted by the kernel. */
  readonly reads: number;
  readonly writes: number;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** How often one of its threads waited for something and was woken. */
  readonly wakeUps: number;
}

const ticksPerSecond = 100;
const fields = [
  "userMs",
  "systemMs",
  "reads",
  "writes",
  "bytesRead",
  "bytesWritten",
  "wakeUps",
] as const;

export const noUsage: Usage = {
  userMs: 0,
  systemMs: 0,
  reads: 0,
  writes: 0,
  bytesRead: 0,
  bytesWritten: 0,
  wakeUps: 0,
};

/** `undefined` for a process that has ended. */
export function readUsage(pid: number): Usage | undefined {
  try {
    const folder = `/proc/${pid}`;
    // The name of the program may hold spaces; the numbers stand behind its bracket.
    const stat = readFileSync(`${folder}/stat`, "latin1");
    const times = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const msOf = (place: number) => (Number(times[place]) * 1_000) / ticksPerSecond;
    const io = readFileSync(`${folder}/io`, "latin1");
    return {
      userMs: msOf(11),
      systemMs: msOf(12),
      reads: numberIn(io, "syscr"),
      writes: numberIn(io, "syscw"),
      bytesRead: numberIn(io, "rchar"),
      bytesWritten: numberIn(io, "wchar"),
      wakeUps: wakeUpsOf(folder),
    };
  } catch (error) {
    if (error instanceof Error && /ENOENT|ESRCH/.test(error.message)) return undefined;
    throw error;
  }
}

function wakeUpsOf(folder: string): number {
  return readdirSync(`${folder}/task`).reduce((sum, thread) => {
    const status = readFileSync(`${folder}/task/${thread}/status`, "latin1");
    return sum + numberIn(status, "voluntary_ctxt_switches");
  }, 0);
}

function numberIn(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]);
}

/** Field by field. */
export function combine(
  one: Usage,
  other: Usage,
  of: (one: number, other: number) => number,
): Usage {
  const entries = fields.map((field) => [field, of(one[field], other[field])]);
  return { ...noUsage, ...Object.fromEntries(entries) };
}

export const plus = (one: Usage, other: Usage): Usage => combine(one, other, (a, b) => a + b);
export const minus = (one: Usage, other: Usage): Usage => combine(one, other, (a, b) => a - b);

/** Everything times a factor. */
export function times(usage: Usage, factor: number): Usage {
  return combine(usage, noUsage, (value) => value * factor);
}

/** Processor time, in ms. */
export const processorMs = ({ userMs, systemMs }: Usage): number => userMs + systemMs;
