import { accepted, type Decision, nothingNew } from "./decision.ts";

/** What a provider says of an attempt, against its own earlier word. */
export interface SaidOfAttempt {
  readonly attemptNumber: number;
  readonly found: "arrived" | "never";
}

/** Of an attempt that its provider had refused: `taken-back` where it has said since that it arrived, and then that it did not. */
export type EarlierArrival = "none" | "stands" | "taken-back";

interface Recorded<Said extends SaidOfAttempt> {
  readonly contradictions?: readonly Said[];
}

/** With one word more, which is the last. */
export function withSaid<State extends Recorded<Said>, Said extends SaidOfAttempt>(
  state: State,
  said: Said,
): State {
  const { contradictions = [] } = state;
  return { ...state, contradictions: [...contradictions, said] };
}

/** What counts of it once the money of that attempt is back: what was said before is overtaken by that. */
export function saidOfOthers<Said extends SaidOfAttempt>(
  { contradictions = [] }: Recorded<Said>,
  attemptNumber: number,
): readonly Said[] {
  return contradictions.filter((one) => one.attemptNumber !== attemptNumber);
}

/**
 * What becomes of a provider's words against its own earlier ones: each change of its mind is recorded, and a word that it has said last is no
 * news. Somebody may have closed the case by the word before, so it is asked anew, however often the provider goes to and fro.
 */
export function outcomeContradictions<
  State extends Recorded<Said>,
  Said extends SaidOfAttempt,
  Event,
>(eventOf: (state: State, said: Said) => Event) {
  const lastWord = (state: State, { attemptNumber }: Said): Said["found"] | undefined =>
    state.contradictions?.findLast((one) => one.attemptNumber === attemptNumber)?.found;
  const contradicted = (state: State, said: Said): Decision<Event, never> =>
    lastWord(state, said) === said.found ? nothingNew() : accepted(eventOf(state, said));
  /** Nothing is sent again behind this. */
  const arrivedBefore = (state: State): Said | undefined =>
    state.contradictions?.find(({ found }) => found === "arrived");
  /** The same by the last word about that attempt: it ends what it belongs to. */
  const arrivedByLastWord = (state: State): Said | undefined =>
    state.contradictions?.find(
      (one) => one.found === "arrived" && lastWord(state, one) === "arrived",
    );
  const earlierArrival = (state: State): EarlierArrival => {
    if (arrivedBefore(state) === undefined) return "none";
    return arrivedByLastWord(state) === undefined ? "taken-back" : "stands";
  };
  /** What is known already, but where otherwise was said of the same attempt meanwhile. */
  const saidAgain = (state: State, said: Said): Decision<Event, never> =>
    lastWord(state, said) === undefined ? nothingNew() : contradicted(state, said);
  return { contradicted, arrivedBefore, arrivedByLastWord, earlierArrival, saidAgain };
}
