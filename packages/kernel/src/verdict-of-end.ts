import { accepted, type Decision, nothingNew } from "./decision.ts";
import type { CaseId } from "./ids.ts";
import type { Instant } from "./instant.ts";

/** What a provider, or two of the staff, say of money. */
type Said = "arrived" | "never";

/** The case of the verdict that said the end, or contradicts it; null while there is none. */
export type VerdictOfEnd = { readonly caseId: CaseId; readonly isContradicted: boolean } | null;

interface Named {
  readonly caseId?: CaseId | undefined;
}

/** The verdict in an event that ends something. */
export function verdictIn({ caseId }: Named): VerdictOfEnd {
  return caseId === undefined ? null : { caseId, isContradicted: false };
}

/** What a fact says of the verdict in its event: nothing where there is none. */
export function verdictOf({ caseId }: Named & { readonly type: string }) {
  return caseId === undefined ? {} : { caseId };
}

interface Contradiction<Reported> {
  readonly caseId: CaseId;
  /** What the provider says. */
  readonly found: Said;
  /** What it tells of it beside, where that is asked for. */
  readonly reported?: Reported | undefined;
  readonly at: Instant;
}

/** What becomes of a verdict about an end that the provider says otherwise; it is recorded once. */
export function contradictions<
  Ended extends { readonly verdict: VerdictOfEnd; readonly contradictions?: readonly unknown[] },
  Event,
  Reported = never,
>(contradicted: (state: Ended, of: Contradiction<Reported>) => Event) {
  /** Two of the staff say the end that the provider has said before: only a contradiction is news. */
  const concludeEnded = (
    state: Ended,
    found: Said,
    said: Pick<Contradiction<Reported>, "caseId" | "at"> & {
      readonly verdict: { readonly kind: Said };
    },
  ): Decision<Event, never> => {
    const { caseId, verdict, at } = said;
    // Whatever was recorded about it was recorded once.
    if (found === verdict.kind || state.verdict !== null) return nothingNew();
    return accepted(contradicted(state, { caseId, found, at }));
  };
  /**
   * The provider says otherwise than a verdict said; `undefined` where no verdict said the end, or it is known that the provider does: what it
   * says behind that is measured by its own last word.
   */
  const contradictionOf = (
    state: Ended,
    found: Said,
    at: Instant,
    reported?: Reported,
  ): Decision<Event, never> | undefined => {
    if (state.verdict === null) return undefined;
    const { caseId, isContradicted } = state.verdict;
    if (!isContradicted) return accepted(contradicted(state, { caseId, found, reported, at }));
    return state.contradictions === undefined ? nothingNew() : undefined;
  };
  return { concludeEnded, contradictionOf };
}
