import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Stands in a data folder from the first act of a demo set to its last: what was broken off has half a past. */
export const unfinishedFile = "demo-unfinished";

/** Throws where a demo set was broken off: its databases may still have another clock. */
export function refuseUnfinished(folder: string): void {
  if (!existsSync(join(folder, unfinishedFile))) return;
  throw new Error(
    `A demo set was broken off in ${folder}, and half of one is no past to go on from. Begin anew with --fresh`,
  );
}

/** Marks a data folder until the set is whole; returns what takes the mark away. */
export function markUnfinished(folder: string): () => void {
  const file = join(folder, unfinishedFile);
  writeFileSync(file, "sanu demo\n");
  return () => rmSync(file, { force: true });
}
