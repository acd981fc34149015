import type { SourceFile } from "../tree/repository.ts";

/** A file of ours in a document's text: `decide.ts`, `routes/app.ts`, `packages/contracts/src/problems.ts`. */
const named = /`([\w./-]+\.(?:ts|mjs))`/g;

/** Decisions tell what was true on their day. */
const history = /^docs\/decisions\//;

/** Files that a document names and that are not there, by any end of their path. */
export function findMissingFiles(
  { path, text }: SourceFile,
  paths: readonly string[],
): readonly string[] {
  if (history.test(path)) return [];
  const names = new Set([...text.matchAll(named)].map(([, name = ""]) => name));
  return [...names]
    .filter((name) => !paths.some((each) => each === name || each.endsWith(`/${name}`)))
    .map((name) => `${path}: ${name}`);
}
