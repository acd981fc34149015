import { createHash } from "node:crypto";
import { mkdir, open, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a whole file under another name, brings it to the disk, and gives it its name: there is never half of one. */
export async function writeFileWhole(
  path: string,
  pieces: readonly Uint8Array[],
): Promise<WrittenFile> {
  await mkdir(dirname(path), { recursive: true });
  const sum = createHash("sha256");
  let bytes = 0;
  const handle = await open(`${path}.partial`, "w");
  try {
    for (const piece of pieces) {
      sum.update(piece);
      bytes += piece.length;
    }
    // Unlike `writev` it tells of a disk that took a part and no more.
    await writeFile(handle, pieces);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.partial`, path);
  return { bytes, sha256: sum.digest("hex") };
}

/** The names in a folder are only on the disk once the folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
