import { createHash } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a whole file under another name, brings it to the disk, and gives it its name: there is never half of one. Throws by its name. */
export async function writeFileWhole(
  path: string,
  pieces: readonly Uint8Array[],
): Promise<WrittenFile> {
  await mkdir(dirname(path), { recursive: true });
  const sum = createHash("sha256");
  let bytes = 0;
  for (const piece of pieces) {
    sum.update(piece);
    bytes += piece.length;
  }
  await writeInPlace(path, pieces);
  return { bytes, sha256: sum.digest("hex") };
}

/** Writes it beside what is there and puts it in its place at once: who is killed leaves one of the two, and a full disk the first. */
export async function writeInPlace(
  path: string,
  content: string | readonly Uint8Array[],
): Promise<void> {
  const partial = `${path}.partial`;
  try {
    const handle = await open(partial, "w");
    try {
      // Unlike `writev` it tells of a disk that took a part and no more.
      await writeFile(handle, content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw withName(path, error);
  }
}

/** The same error where it says of which file it is: of what is open, and does not fit on the disk, the system says none. */
export function withName(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || "path" in error) return error;
  const { code = error.message } = error as NodeJS.ErrnoException;
  return new Error(`${file} cannot be written (${code})`, { cause: error });
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
