/** Draws one of the names, each as often as its share of all shares says. `random`: from 0 up to, but not, 1. */
export function drawByShare<Name>(
  names: readonly Name[],
  shareOf: (name: Name) => number,
  random: () => number,
): Name {
  let left = random() * names.reduce((sum, name) => sum + shareOf(name), 0);
  for (const name of names) {
    left -= shareOf(name);
    if (left < 0) return name;
  }
  throw new Error("There is nothing to draw from");
}

/** The keys of a record that was written down here, and so has no others. */
export function typedKeys<Key extends string>(
  record: Readonly<Record<Key, unknown>>,
): readonly Key[] {
  return Object.keys(record) as Key[];
}
