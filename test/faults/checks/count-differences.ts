/** What is not as often here as there, one sentence each. */
export function differencesOf(
  what: string,
  logged: readonly string[],
  made: readonly string[],
  where = "in the log",
): readonly string[] {
  const [ours, theirs] = [countOf(logged), countOf(made)];
  return [...new Set([...logged, ...made])].flatMap((one) => {
    const [here = 0, there = 0] = [ours.get(one), theirs.get(one)];
    return here === there
      ? []
      : [`the ${what} ${one} is ${here} times ${where} and ${there} times outside`];
  });
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
