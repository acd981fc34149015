import {
  accepted,
  type Decider,
  type Decision,
  decideBy,
  type Instant,
  nothingNew,
  unreachable,
} from "@sanu/kernel";
import type { DifferenceEvent, DifferenceFound } from "./difference-events.ts";

/**
 * One difference between a statement and our books:
 *
 *   none ──find──▶ open ──resolve──▶ resolved
 *                   ▲                   │
 *                   └────── find ───────┘
 *
 * Found again while it is open it is no news.
 */
type DifferenceState =
  | { readonly status: "none" }
  | { readonly status: "open" | "resolved"; readonly found: DifferenceFound };

type DifferenceCommand =
  | { readonly kind: "find"; readonly found: DifferenceFound }
  | { readonly kind: "resolve"; readonly at: Instant };

type Result = Decision<DifferenceEvent, never>;

const rules = {
  find: (state: DifferenceState, { found }: { readonly found: DifferenceFound }): Result =>
    state.status === "open" ? nothingNew() : accepted(found),
  resolve(state: DifferenceState, { at }: { readonly at: Instant }): Result {
    if (state.status !== "open") return nothingNew();
    const { differenceId, provider, account, kind, transactionId, foundAt } = state.found;
    const ofDifference = { differenceId, provider, account, kind, transactionId, foundAt };
    return accepted({
      type: "StatementDifferenceResolved",
      v: 1,
      ...ofDifference,
      resolvedAt: at,
    });
  },
};

export const difference: Decider<DifferenceState, DifferenceCommand, DifferenceEvent, never> = {
  initial: { status: "none" },
  decide: decideBy<DifferenceState, DifferenceCommand, Result>(rules),
  evolve(state, event) {
    switch (event.type) {
      case "StatementDifferenceFound":
        return { status: "open", found: event };
      case "StatementDifferenceResolved":
        if (state.status === "none") throw new Error("A difference begins with its finding");
        return { ...state, status: "resolved" };
      default:
        return unreachable(event);
    }
  },
};
