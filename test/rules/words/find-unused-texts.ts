import type { SourceFile } from "../tree/repository.ts";
import { nodesOf, parse, ts } from "../tree/syntax.ts";

/** The keys of texts, at every depth; those of a list or of a month are numbers, and none. */
export function keysIn(words: unknown): ReadonlySet<string> {
  if (typeof words !== "object" || words === null) return new Set();
  const entries = Object.entries(words);
  const named = entries.map(([key]) => key).filter((key) => !/^\d+$/.test(key));
  return new Set([...named, ...entries.flatMap(([, value]) => [...keysIn(value)])]);
}

/** Keys of texts that no code names: nobody reads what stands there. */
export function findUnusedTexts(words: unknown, readers: readonly SourceFile[]): readonly string[] {
  const unread = new Set(keysIn(words));
  for (const file of readers) {
    // Most files name none that is not known by then, and are not taken apart.
    if (![...unread].some((key) => file.text.includes(key))) continue;
    for (const name of namesIn(file)) unread.delete(name);
  }
  return [...unread];
}

function* namesIn(file: SourceFile): Generator<string> {
  for (const node of nodesOf(parse(file))) {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) yield node.text;
  }
}
