import {
  type ConnectorDirection,
  ConnectorTermsChanged,
  type ReactionGroupName,
} from "@sanu/contracts";
import type { Database } from "../database/open-database.ts";
import type { Part } from "../lifecycle/lifecycle.ts";
import { commitEffect } from "../reactions/commit-effect.ts";
import { defineReaction, type Reaction } from "../reactions/reaction.ts";
import { reactionsPart } from "../reactions/reaction-group.ts";
import { upsertConnectorTerms } from "./connector-terms.ts";

type TermsGroup = Extract<ReactionGroupName, `${string}-connectors-from-transactions`>;

/** Orders go by what the staff says of the providers of a direction from now on; what was begun goes on. */
export function whenConnectorTermsChanged(
  database: Pick<Database, "pipelined">,
  group: TermsGroup,
  direction: ConnectorDirection,
): Reaction {
  return defineReaction({
    name: `${group}.when-connector-terms-changed`,
    fact: ConnectorTermsChanged,
    aggregateId: ({ provider }) => `connector ${provider}`,
    react: async (terms, { handled, attributes }) =>
      terms.direction === direction
        ? commitEffect(database, [handled, upsertConnectorTerms(terms, attributes)])
        : { kind: "nothing-new" },
  });
}

export function connectorTermsPart(
  base: Parameters<typeof reactionsPart>[0],
  group: TermsGroup,
  direction: ConnectorDirection,
): Part {
  return reactionsPart(base, group, [whenConnectorTermsChanged(base.database, group, direction)]);
}
