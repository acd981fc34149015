import { accepted, type Decision, nothingNew } from "./decision.ts";

/** What a provider says of an attempt, against its own earlier word. */
export interface SaidOfAttempt {
  readonly attemptNumber: number;
  readonly found: "arrived" | "never";
}

/** What becomes of a provider's words against its own earlier ones: each is recorded once, however often it is said. */
export function outcomeContradictions<
  State extends { readonly contradictions?: readonly Said[] },
  Said extends SaidOfAttempt,
  Event,
>(eventOf: (state: State, said: Said) => Event) {
  const contradicted = (state: State, said: Said): Decision<Event, never> => {
    const isRecorded = state.contradictions?.some(
      ({ attemptNumber, found }) => attemptNumber === said.attemptNumber && found === said.found,
    );
    return isRecorded === true ? nothingNew() : accepted(eventOf(state, said));
  };
  /** Nothing is sent again behind this. */
  const arrivedBefore = (state: State): Said | undefined =>
    state.contradictions?.find(({ found }) => found === "arrived");
  /** What is known already, but where otherwise was said of the same attempt meanwhile: somebody may have closed the case by that word. */
  const saidAgain = (state: State, said: Said): Decision<Event, never> => {
    const wasOtherwise = state.contradictions?.some(
      ({ attemptNumber, found }) => attemptNumber === said.attemptNumber && found !== said.found,
    );
    return wasOtherwise === true ? contradicted(state, said) : nothingNew();
  };
  return { contradicted, arrivedBefore, saidAgain };
}
