import { posix } from "node:path";
import { isTest, type SourceFile } from "../tree/repository.ts";
import { nodesOf, parse, ts } from "../tree/syntax.ts";

/** Where programs begin: package doors, mains, the scripts that npm runs and the tests' own set-up. */
const entry =
  /^(?:packages|services)\/[^/]+\/(?:src\/(?:index|main)\.ts|bin\/[^/]+\.mjs)$|^packages\/local-stack\/src\/start\/main\.ts$|^packages\/testing\/src\/global-setup\.ts$|^test\/vitest\.config\.ts$/;
const testEntry = /\.test\.ts$|^test\/bench\/.*\.ts$/;

/**
 * Files that nothing leads to. Source must be reached from a program or a package's door, not only from tests;
 * what tests use must be reached from a test. `doors` are those that a package has besides its first one.
 */
export function findDeadFiles(
  files: readonly SourceFile[],
  doors: readonly string[] = [],
): readonly string[] {
  const isEntry = (path: string) => entry.test(path) || doors.includes(path);
  const links = new Map(files.map((file) => [file.path, linksOf(file)]));
  const live = reachable(links, (path) => isEntry(path));
  const tested = reachable(links, (path) => isEntry(path) || testEntry.test(path));
  return files
    .map(({ path }) => path)
    .filter((path) => !(isTest(path) ? tested : live).has(path))
    .toSorted();
}

function reachable(
  links: ReadonlyMap<string, readonly string[]>,
  isStart: (path: string) => boolean,
): ReadonlySet<string> {
  const seen = new Set([...links.keys()].filter(isStart));
  for (const path of seen) {
    for (const next of links.get(path) ?? []) if (links.has(next)) seen.add(next);
  }
  return seen;
}

/** Files a file names: by import, or as a text that is a path from it or from the root (a child process). */
function linksOf(file: SourceFile): readonly string[] {
  return [...nodesOf(parse(file))].flatMap((node) => {
    if (!ts.isStringLiteralLike(node) || !/\.(ts|mjs)$/.test(node.text)) return [];
    return [posix.join(posix.dirname(file.path), node.text), node.text];
  });
}
