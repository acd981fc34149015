/**
 * The seed of this run's random choices: SANU_TEST_SEED replays one, otherwise it is new. Every test that
 * uses it prints it.
 */
export function testSeed(): number {
  const given = process.env["SANU_TEST_SEED"];
  return given === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(given);
}

export function announcedSeed(what: string): number {
  const seed = testSeed();
  process.stdout.write(`SANU_TEST_SEED=${seed} replays ${what}\n`);
  return seed;
}

/** Numbers from 0 up to, but not, 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Whether this run uses the full counts (`pnpm test:long`). */
export function isLongRun(): boolean {
  return process.env["SANU_TEST_LONG"] === "1";
}
