import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * What tells one process from every other, also from a later one with the same number: the number and the
 * moment of its start (Linux: boot id and clock tick; elsewhere the text of `ps`).
 */
export interface ProcessMark {
  readonly pid: number;
  readonly startedAs: string;
}

/** The mark of a running process; `undefined` when there is none with this number, or only its remains. */
export function findProcessMark(pid: number): ProcessMark | undefined {
  const startedAs = existsSync("/proc/self/stat") ? startOnLinux(pid) : startByPs(pid);
  return startedAs === undefined ? undefined : { pid, startedAs };
}

/** Tells whether exactly this process still runs. */
export function isRunning(mark: ProcessMark): boolean {
  return findProcessMark(mark.pid)?.startedAs === mark.startedAs;
}

/** The command line of a running process, its words joined by blanks; `undefined` when it has ended. */
export function findCommandOf(pid: number): string | undefined {
  if (!existsSync("/proc/self/stat")) return textOfPs("command=", pid);
  return readIfThere(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ") || undefined;
}

/** Fields of /proc/<pid>/stat behind the name, which may itself contain brackets and blanks. */
const stat = { state: 0, startTicks: 19 } as const;

function startOnLinux(pid: number): string | undefined {
  const text = readIfThere(`/proc/${pid}/stat`);
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields?.[stat.startTicks];
  if (ticks === undefined || fields?.[stat.state] === "Z") return undefined;
  return `${bootId()}/${ticks}`;
}

function bootId(): string {
  return readIfThere("/proc/sys/kernel/random/boot_id")?.trim() ?? "boot";
}

function startByPs(pid: number): string | undefined {
  return textOfPs("lstart=", pid);
}

function textOfPs(column: string, pid: number): string | undefined {
  const response = spawnSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8" });
  const text = response.status === 0 ? response.stdout.trim() : "";
  return text === "" ? undefined : text;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
