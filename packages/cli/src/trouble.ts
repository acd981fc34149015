const ofNats: ReadonlySet<string> = new Set(["ConnectionError", "AuthorizationError"]);

/** What ended a command, for whoever is at the shell: a client's own words say neither whom it asked nor by which setting. */
export function sentenceOf(trouble: unknown): string {
  if (!(trouble instanceof Error)) return String(trouble);
  // A name with two addresses fails at each, and says nothing of both.
  const [first] = trouble instanceof AggregateError ? (trouble.errors as unknown[]) : [];
  const said = trouble.message === "" && first !== undefined ? sentenceOf(first) : trouble.message;
  return ofNats.has(trouble.name) ? `NATS_URL leads to no NATS that lets us in: ${said}` : said;
}
