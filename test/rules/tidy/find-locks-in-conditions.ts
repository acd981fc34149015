import type { SourceFile } from "../tree/repository.ts";

const lock = /\bskip locked\b/gi;

/**
 * Statements that lock a batch within `in (select … limit n for update skip locked)`. Postgres may run such a query anew for each row, and
 * each time it finds others: more than a batch is taken, and who expects one row loses the rest.
 */
export function findLocksInConditions({ path, text }: SourceFile): readonly string[] {
  return [...text.matchAll(lock)].flatMap(({ index }) => {
    const before = text.slice(0, openedBefore(text, index));
    return /\bin\s*$/i.test(before) ? [`${path}:${before.split("\n").length}`] : [];
  });
}

/** Where the parenthesis opens that a place is in. */
function openedBefore(text: string, place: number): number {
  let closed = 0;
  for (let at = place; at >= 0; at -= 1) {
    if (text[at] === ")") closed += 1;
    if (text[at] !== "(") continue;
    if (closed === 0) return at;
    closed -= 1;
  }
  return 0;
}
