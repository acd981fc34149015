import {
  accepted,
  type CaseId,
  type Decider,
  type Decision,
  decideBy,
  type Instant,
  nothingNew,
  refused,
  unreachable,
} from "@sanu/kernel";
import type { DifferenceEvent, DifferenceFound } from "./difference-events.ts";
import { isSameFinding } from "./same-finding.ts";

/**
 * One difference between a statement and our books:
 *
 *   none ──find──▶ open ──decide, by two of the staff──▶ decided
 *                   ▲ │                                     │
 *                   │ └─────resolve──▶ resolved ◀──resolve──┘
 *                   │                      │                │
 *                   └── find ──────────────┴── find another ┘
 *
 * Found again as it is it is no news, whether or not it is decided. Found with other sides it takes the place of the one before: nobody
 * has looked at those.
 */
type DifferenceState =
  | { readonly status: "none" }
  | { readonly status: "open" | "decided" | "resolved"; readonly found: DifferenceFound };

/** What two of the staff approved, of the finding of that moment. */
export interface DecideDifference {
  readonly kind: "decide";
  readonly foundAt: Instant;
  readonly caseId: CaseId;
  readonly proposalId: string;
  readonly at: Instant;
}

type DifferenceCommand =
  | { readonly kind: "find"; readonly found: DifferenceFound }
  | { readonly kind: "resolve"; readonly at: Instant }
  | DecideDifference;

type Result = Decision<DifferenceEvent, "unknown-finding">;

const rules = {
  find(state: DifferenceState, { found }: { readonly found: DifferenceFound }): Result {
    if (state.status === "none" || state.status === "resolved") return accepted(found);
    if (isSameFinding(state.found, found)) return nothingNew();
    return accepted<DifferenceEvent>(resolvedOf(state.found, found.foundAt), found);
  },
  resolve(state: DifferenceState, { at }: { readonly at: Instant }): Result {
    if (state.status === "none" || state.status === "resolved") return nothingNew();
    return accepted(resolvedOf(state.found, at));
  },
  decide(state: DifferenceState, { foundAt, caseId, proposalId, at }: DecideDifference): Result {
    // A log that was put back to an earlier moment has yet to find what they looked at.
    if (state.status === "none" || state.found.foundAt < foundAt) return refused("unknown-finding");
    if (state.status !== "open" || state.found.foundAt !== foundAt) return nothingNew();
    const said = { foundAt, caseId, proposalId, decidedAt: at };
    return accepted({
      type: "StatementDifferenceDecided",
      v: 1,
      ...ofDifference(state.found),
      ...said,
    });
  },
};

function resolvedOf(found: DifferenceFound, at: Instant): DifferenceEvent {
  const { foundAt } = found;
  return {
    type: "StatementDifferenceResolved",
    v: 1,
    ...ofDifference(found),
    foundAt,
    resolvedAt: at,
  };
}

function ofDifference({ differenceId, provider, account, kind, transactionId }: DifferenceFound) {
  return { differenceId, provider, account, kind, transactionId };
}

export const difference: Decider<
  DifferenceState,
  DifferenceCommand,
  DifferenceEvent,
  "unknown-finding"
> = {
  initial: { status: "none" },
  decide: decideBy<DifferenceState, DifferenceCommand, Result>(rules),
  evolve(state, event) {
    switch (event.type) {
      case "StatementDifferenceFound":
        return { status: "open", found: event };
      case "StatementDifferenceDecided":
        return { ...assumeFound(state), status: "decided" };
      case "StatementDifferenceResolved":
        return { ...assumeFound(state), status: "resolved" };
      default:
        return unreachable(event);
    }
  },
};

function assumeFound(state: DifferenceState) {
  if (state.status === "none") throw new Error("A difference begins with its finding");
  return state;
}
