import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Every file of the project, tracked or about to be, as a path from the root. */
export function listFiles(folder = root): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split("\0"))].filter(
    (path) => path !== "" && existsSync(join(folder, path)),
  );
}

/** The text of a file of the project. */
export function readText(path: string, folder = root): string {
  return readFileSync(join(folder, path), "utf8");
}

/** A TypeScript file with its path from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const codeFile = /^(packages|services|test)\/.*\.(ts|mjs)$/;

let own: readonly SourceFile[] | undefined;

/** All code of the project, read once for all rules; of another folder it is read anew. */
export function readSources(folder = root): readonly SourceFile[] {
  if (folder === root && own !== undefined) return own;
  const sources = listFiles(folder)
    .filter((path) => codeFile.test(path))
    .map((path) => ({ path, text: readText(path, folder) }));
  if (folder === root) own = sources;
  return sources;
}

/** Tests and what only they use: fixtures, and a provider's documented answers. */
export function isTest(path: string): boolean {
  return /(\.(test|fixture)|\/samples)\.ts$/.test(path) || path.startsWith("test/");
}
