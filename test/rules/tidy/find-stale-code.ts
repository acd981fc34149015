import type { SourceFile } from "../tree/repository.ts";

const block = /^```ts (\S+)\n([\s\S]*?)^```$/gm;

/** Code that a page shows as that of a file, and that the file does not hold. */
export function findStaleCode(
  page: SourceFile,
  textOf: (path: string) => string | undefined,
): readonly string[] {
  return [...page.text.matchAll(block)].flatMap(([, path = "", code = ""]) => {
    const text = textOf(path);
    if (text === undefined) return [`${page.path}: there is no ${path}`];
    return text.includes(code.trim()) ? [] : [`${page.path}: ${path} is not what is shown`];
  });
}
