/** Several nodes of a kind have names: `LND_ONE_URL` is a setting where `LND_URL` is one. */
export function isKnown(name: string, known: ReadonlySet<string>): boolean {
  if (known.has(name)) return true;
  const [kind = "", ...rest] = name.split("_");
  return rest.some((_, at) => at > 0 && known.has([kind, ...rest.slice(at)].join("_")));
}

/** What somebody may have meant; undefined where nothing is near. */
export function nearestName(name: string, known: ReadonlySet<string>): string | undefined {
  const near = [...known]
    .map((one) => ({ one, steps: stepsBetween(name, one) }))
    .filter(({ steps, one }) => steps <= Math.ceil(one.length / 4))
    .toSorted((left, right) => left.steps - right.steps);
  return near[0]?.one;
}

/** Letters added, left out or changed (Levenshtein). */
function stepsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of from.split("").entries()) {
    const next = [at + 1];
    for (const [index, other] of to.split("").entries()) {
      const changed = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
