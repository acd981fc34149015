import { z } from "zod";

/**
 * The stored events of one aggregate: each has its name, its version and the ids of the aggregate, then what happened.
 * An event that changes is written out with its next version and gets an upcaster.
 */
export function eventsOf<Ids extends z.ZodRawShape>(ids: Ids) {
  return <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
    z.object({ type: z.literal(type), v: z.literal(1), ...ids, ...shape });
}
