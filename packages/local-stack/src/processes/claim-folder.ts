import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { stackLimits } from "../limits.ts";
import { findProcessMark, isRunning, type ProcessMark } from "./process-mark.ts";

/** A folder that belongs to this process until it lets go or ends. */
export interface FolderClaim {
  /** Notes processes that work in the folder, so that a later owner can end them if this one is killed. */
  readonly record: (pids: readonly number[]) => void;
  readonly release: () => void;
}

/** Another process that is still running owns the folder. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
  readonly ownerPid: number;

  constructor(folder: string, ownerPid: number) {
    super(`${folder} is in use by process ${ownerPid}`);
    this.ownerPid = ownerPid;
  }
}

/**
 * Takes a folder for this process, making it when needed. An owner that was killed is replaced, and the
 * processes it left running there are ended first: two servers on one data folder would destroy it.
 * Throws `FolderInUseError` while the owner lives.
 */
export async function claimFolder(folder: string): Promise<FolderClaim> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "claim");
  const [owner, ...left] = readMarks(file);
  if (owner !== undefined && isRunning(owner)) throw new FolderInUseError(folder, owner.pid);
  for (const orphan of left) await endProcess(orphan);
  const own = markOf(process.pid);
  claimFile(file, owner, own, folder);
  return {
    record: (pids) => {
      const marks = [own, ...pids.flatMap((pid) => findProcessMark(pid) ?? [])];
      writeFileSync(`${file}.new`, textOf(marks), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** Ends a process that nobody waits for: politely, then for certain. Does nothing when it is gone. */
export async function endProcess(mark: ProcessMark): Promise<void> {
  const deadline = Date.now() + stackLimits.orphanStopTimeoutMs;
  if (isRunning(mark)) process.kill(mark.pid, "SIGINT");
  while (isRunning(mark)) {
    if (Date.now() > deadline) process.kill(mark.pid, "SIGKILL");
    await wait(stackLimits.readyPollMs);
  }
}

/** Of two that find the same dead owner only one can make the new file. */
function claimFile(
  file: string,
  before: ProcessMark | undefined,
  own: ProcessMark,
  folder: string,
): void {
  if (before !== undefined) rmSync(file, { force: true });
  try {
    writeFileSync(file, textOf([own]), { flag: "wx", mode: 0o600 });
  } catch {
    throw new FolderInUseError(folder, readMarks(file)[0]?.pid ?? 0);
  }
}

function markOf(pid: number): ProcessMark {
  const mark = findProcessMark(pid);
  if (mark === undefined) throw new Error(`Process ${pid} has no start time`);
  return mark;
}

function textOf(marks: readonly ProcessMark[]): string {
  return marks.map((mark) => `${mark.pid} ${mark.startedAs}\n`).join("");
}

function readMarks(file: string): readonly ProcessMark[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const [, digits, startedAs] = /^(\d+) (.+)$/.exec(line) ?? [];
    return digits && startedAs ? [{ pid: Number(digits), startedAs }] : [];
  });
}
