import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@sanu/kernel";
import { z } from "zod";
import { withName } from "./write-file.ts";

/** In the folder of an export as long as somebody writes there. */
export const lockName = "export.lock";

/** Who was killed leaves the lock behind, perhaps on another machine that shares the folder: it is nobody's once it is silent for so long. */
const lockLimits = { touchEveryMs: 1_000, lookEveryMs: 100, silentMs: 6_000 } as const;

const Owner = z.object({ host: z.string(), pid: z.int(), id: z.string() });
type Owner = z.infer<typeof Owner>;

/**
 * Does the work while nobody else exports into the folder: two that write the same files at once take them away from each other. Throws where
 * somebody does.
 */
export async function oneAtATime<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = join(folder, lockName);
  const own: Owner = { host: hostname(), pid: process.pid, id: newId() };
  await take(folder, file, own);
  const touching = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, lockLimits.touchEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    if ((await readOwner(file))?.id === own.id) await rm(file, { force: true });
  }
}

async function take(folder: string, file: string, own: Owner): Promise<void> {
  if (await isMade(file, own)) return;
  const owner = await readOwner(file);
  const seen = owner !== undefined && isEnded(owner) ? "silent" : await watch(file);
  if (seen === "silent") await rm(file, { force: true });
  if (seen !== "touched" && (await isMade(file, own))) return;
  const who = owner === undefined ? "" : `: process ${owner.pid} on ${owner.host}`;
  throw new Error(
    `Another export writes into ${folder} at present${who}. Wait until it has ended, or use another folder`,
  );
}

async function isMade(file: string, own: Owner): Promise<boolean> {
  try {
    await writeFile(file, `${JSON.stringify(own)}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // A disk that is full takes its name, and nothing that says whose it is.
    await rm(file, { force: true }).catch(() => undefined);
    throw withName(file, error);
  }
}

/** Nobody where it is gone, or is being written. */
async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return Owner.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** A process of this machine that is there no more. */
function isEnded({ host, pid }: Owner): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** By what it is seen to do, and not by its moment: the clocks of two machines differ. */
async function watch(file: string): Promise<"touched" | "gone" | "silent"> {
  const first = await touchedAt(file);
  const until = performance.now() + lockLimits.silentMs;
  while (performance.now() < until) {
    const last = await touchedAt(file);
    if (last === undefined) return "gone";
    if (last !== first) return "touched";
    await sleep(lockLimits.lookEveryMs);
  }
  return "silent";
}

async function touchedAt(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
