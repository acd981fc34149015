import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The path and the SHA-256 of every file below a folder, in order. */
export function hashesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => {
      const sum = createHash("sha256").update(readFileSync(file)).digest("hex");
      return `${file.slice(folder.length)} ${sum}`;
    });
}
