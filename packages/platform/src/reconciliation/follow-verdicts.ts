import {
  type ReactionGroupName,
  type StatementFacts,
  StatementVerdictApproved,
} from "@sanu/contracts";
import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";
import { type EventStore } from "../event-store/event-store.ts";
import { runDecider } from "../event-store/run-decider.ts";
import type { ServiceBase } from "../foundation/service-base.ts";
import type { Part } from "../lifecycle/lifecycle.ts";
import { defineReaction, type Reaction } from "../reactions/reaction.ts";
import { reactionsPart } from "../reactions/reaction-group.ts";
import { type DecideDifference, difference } from "./difference.ts";
import { type DifferenceEvent, openDifferences } from "./difference-events.ts";

type VerdictsGroup = Extract<ReactionGroupName, `${string}-statements-from-transactions`>;

/** A verdict names what this log has not found, or not yet: it waits, and is never swallowed. */
class UnknownFindingError extends Error {
  override readonly name = "UnknownFindingError";
}

/** Beside the finding, and in no column: whoever finds another one in its place, also a service of before, takes it away. */
const decidedText = `
update statement_differences set data = data || jsonb_build_object('decided', $2::jsonb) where difference_id = $1`;

/** Two of the staff have said what a difference is: it is open no more, as long as it stays what they looked at. */
export function whenStatementVerdictApproved(
  store: EventStore<DifferenceEvent>,
  facts: StatementFacts,
  group: VerdictsGroup,
): Reaction {
  const { service } = facts.StatementDifferenceFound;
  return defineReaction({
    name: `${group}.when-statement-verdict-approved`,
    fact: StatementVerdictApproved,
    aggregateId: ({ differenceId }) => differenceId,
    async react({ differenceId, foundBy, foundAt, caseId, proposalId, approvedAt }, given) {
      if (foundBy !== service) return { kind: "nothing-new" };
      const said = { foundAt, caseId, proposalId, at: approvedAt };
      const { handled, context } = given;
      const result = await runDecider({
        store,
        decider: difference,
        streamId: differenceId,
        command: { kind: "decide", ...said },
        context,
        writes: () => [handled, decidedRow(differenceId, said)],
      });
      if (result.kind !== "refused") return result;
      throw new UnknownFindingError(`${differenceId} is not found yet at ${foundAt}`);
    },
  });
}

function decidedRow(
  differenceId: string,
  { caseId, proposalId, at: decidedAt }: Omit<DecideDifference, "kind">,
): Statement {
  const decided = JSON.stringify({ caseId, proposalId, decidedAt });
  return CompiledQuery.raw(decidedText, [differenceId, decided]);
}

export function statementVerdictsPart(
  base: ServiceBase,
  group: VerdictsGroup,
  facts: StatementFacts,
): Part {
  const store = openDifferences(base, facts);
  return reactionsPart(base, group, [whenStatementVerdictApproved(store, facts, group)]);
}
