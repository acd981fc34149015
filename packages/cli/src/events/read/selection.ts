import { facts, typesOfFact } from "@sanu/contracts";
import { type Instant, isUuid } from "@sanu/kernel";
import { z } from "zod";

/** Which facts are wanted; what is absent selects nothing away. */
export const Selection = z.object({
  /** As facts have it, `sanu.payments.PaymentCompleted.v1`, or every version by its name alone. */
  types: z.array(z.string()).readonly().optional(),
  aggregateIds: z.array(z.string()).readonly().optional(),
  /** By the database's clock when it was appended; the second moment is not included. */
  from: z.string().optional(),
  until: z.string().optional(),
});
export type Selection = z.infer<typeof Selection>;

/** Reads a selection. Throws on a type that nobody publishes, on an id that is none, and where no moment lies between the two. */
export function readSelection(wanted: {
  readonly types: readonly string[];
  readonly aggregateIds: readonly string[];
  readonly from?: Instant | undefined;
  readonly until?: Instant | undefined;
}): Selection {
  const known = new Set(facts.flatMap((fact) => [fact.name, ...typesOfFact(fact)]));
  const unknown = wanted.types.filter((type) => !known.has(type));
  if (unknown.length > 0) throw new Error(`Nobody publishes ${unknown.join(", ")}`);
  const strange = wanted.aggregateIds.filter((id) => !isUuid(id));
  if (strange.length > 0) throw new Error(`${strange.join(", ")} is no id of an aggregate`);
  const { from, until } = wanted;
  if (from !== undefined && until !== undefined && until <= from) {
    throw new Error(`--until ${until} is not behind --from ${from}`);
  }
  return {
    ...(wanted.types.length > 0 && { types: wanted.types.toSorted() }),
    ...(wanted.aggregateIds.length > 0 && { aggregateIds: wanted.aggregateIds.toSorted() }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}
