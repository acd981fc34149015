import type { FactAttributes } from "@sanu/contracts";
import type { ReactionInput } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/**
 * What a group of reactions gives with a fact, for a test that stands in its place. `handled` writes the mark without
 * looking for parked facts, and breaks `handled_pkey` the second time.
 */
export function deliveredToReaction(reaction: string, attributes: FactAttributes): ReactionInput {
  const insert = "insert into handled (reaction, fact_id) values ($1, $2)";
  return {
    handled: CompiledQuery.raw(insert, [reaction, attributes.id]),
    context: { correlationId: attributes.correlationid, causationId: attributes.id },
    attributes,
  };
}
