import { existsSync } from "node:fs";
import { join } from "node:path";
import { readText, root } from "../tree/repository.ts";

/** The ids under which a page shows its headings. */
export function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** What is wrong with a path of a page and a heading on it, `deploy/runbooks/x.md#do`; `undefined` where it leads somewhere. */
export function findBrokenLink(link: string): string | undefined {
  const [path = "", anchor = ""] = link.split("#");
  if (!existsSync(join(root, path))) return `there is no ${path}`;
  return anchorsOf(readText(path)).includes(anchor) ? undefined : `${path} has no #${anchor}`;
}
