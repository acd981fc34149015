import { isTest, type SourceFile } from "../tree/repository.ts";

const exported = /^export (?:async )?(?:function|class|const) (\w+)/gm;
const comments = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

/** Functions, classes and constants that no other file names. A type is part of what its functions say, whoever writes it down. */
export function findUnusedExports(files: readonly SourceFile[]): readonly string[] {
  const naming = new Map<string, number>();
  for (const { text } of files) {
    for (const word of new Set(text.replaceAll(comments, "").match(/\w+/g))) {
      naming.set(word, (naming.get(word) ?? 0) + 1);
    }
  }
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exported)].flatMap(([, name = ""]) =>
        naming.get(name) === 1 ? [`${path}: ${name} is exported for nobody`] : [],
      ),
    );
}
