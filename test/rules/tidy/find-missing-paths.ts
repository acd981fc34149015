import { posix } from "node:path";
import type { SourceFile } from "../tree/repository.ts";

/** What a program makes when it runs stands in documents, and not in the tree. */
const made = /(?:^|\/)(?:\.sanu|node_modules|dist)(?:\/|$)/;

/** Paths of the repository that a Markdown file names in code or links to, and that are not there. */
export function findMissingPaths(
  { path, text }: SourceFile,
  tree: readonly string[],
): readonly string[] {
  const exists = existsIn(tree);
  const folder = posix.dirname(path);
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to = ""]) =>
    posix.join(folder, to),
  );
  const coded = [...text.matchAll(/`((?:packages|services|test|docs|deploy)\/[\w./*{},-]+)`/g)].map(
    ([, to = ""]) => to,
  );
  return [...linked, ...coded.flatMap(spread)]
    .filter((to) => !made.test(to) && !exists(to))
    .map((to) => `${path}: ${to}`);
}

/** A path may end in a folder, and a star stands for one name or part of one. */
function existsIn(tree: readonly string[]): (path: string) => boolean {
  const folders = new Set(tree.flatMap(foldersOf));
  const all = [...tree, ...folders];
  return (path) => {
    const wanted = path.replace(/\/$/, "");
    if (!wanted.includes("*"))
      return wanted === "." || tree.includes(wanted) || folders.has(wanted);
    const pattern = new RegExp(`^${wanted.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`);
    return all.some((one) => pattern.test(one));
  };
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** `a/{b,c}.ts` is two paths. */
function spread(path: string): readonly string[] {
  const braces = /\{([^}]*)\}/.exec(path);
  if (braces === null) return [path];
  const [all, inside = ""] = braces;
  return inside.split(",").flatMap((one) => spread(path.replace(all, one)));
}
