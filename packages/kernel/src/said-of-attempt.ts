/** What a provider says of an attempt, against its own earlier word. */
export interface SaidOfAttempt {
  readonly attemptNumber: number;
  readonly found: "arrived" | "never";
}

/** What was said against an earlier word, however often, is recorded once. */
export function isRecorded(
  known: readonly SaidOfAttempt[],
  { attemptNumber, found }: SaidOfAttempt,
): boolean {
  return known.some((one) => one.attemptNumber === attemptNumber && one.found === found);
}
