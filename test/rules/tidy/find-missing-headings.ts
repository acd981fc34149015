import { posix } from "node:path";
import type { SourceFile } from "../tree/repository.ts";

const link = /\]\(([^)#\s]*)#([^)\s]+)\)/g;
const block = /^```[\s\S]*?^```$/gm;

/** Links of a page to a heading that the page they lead to does not have: they open it at its top, and nobody notices. */
export function findMissingHeadings(
  page: SourceFile,
  textOf: (path: string) => string | undefined,
): readonly string[] {
  return [...page.text.matchAll(link)].flatMap(([, to = "", anchor = ""]) => {
    const path = to === "" ? page.path : posix.join(posix.dirname(page.path), to);
    const text = path.endsWith(".md") ? textOf(path) : undefined;
    const isThere = text === undefined || anchorsOf(text).has(anchor);
    return isThere ? [] : [`${page.path}: ${to}#${anchor}`];
  });
}

/** As GitHub makes them: a heading that stands twice has a number the second time. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of text.replaceAll(block, "").matchAll(/^#+ (.+)$/gm)) {
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
    let next = name;
    for (let count = 1; anchors.has(next); count += 1) next = `${name}-${count}`;
    anchors.add(next);
  }
  return anchors;
}
