import { readFileSync } from "node:fs";

/** The process's own part of its memory, shared pages divided among those who share them. */
export function pssMbOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]);
  return kilobytes / 1_024;
}
