import type { FactAttributes } from "@sanu/contracts";
import type { Database, Statement } from "../database/open-database.ts";
import { behindConstraint, doneConstraint, refusingConstraint } from "./handled.ts";
import type { ReactionResult, ReadFact } from "./reaction.ts";

/** A write of a reaction was refused by a constraint that is not ours; it may be gone next time. */
export class RefusedWriteError extends Error {
  override readonly name = "RefusedWriteError";
}

/** `done`: the effect is there, now or from before. `behind`: the aggregate waits behind a parked fact. */
export type Applied = "done" | "behind";

/**
 * `handled` commits with what the reaction appends, and by itself when it appends nothing.
 * Throws what the reaction throws, and `RefusedWriteError`.
 */
export async function applyFact(
  database: Pick<Database, "query">,
  fact: ReadFact,
  attributes: FactAttributes,
  handled: Statement,
): Promise<Applied> {
  const { correlationid, id, traceparent } = attributes;
  const context = {
    correlationId: correlationid,
    causationId: id,
    ...(traceparent !== undefined && { traceparent }),
  };
  const result = await fact.react({ handled, context, attributes });
  if (result.kind === "accepted") return "done";
  if (result.kind === "constraint") return meaningOf(result);
  return writeAlone(database, handled);
}

async function writeAlone(database: Pick<Database, "query">, handled: Statement): Promise<Applied> {
  try {
    await database.query(handled);
    return "done";
  } catch (error) {
    const constraint = refusingConstraint(error);
    if (constraint === undefined) throw error;
    return meaningOf({ kind: "constraint", constraint });
  }
}

function meaningOf(result: ReactionResult & { readonly kind: "constraint" }): Applied {
  if (result.constraint === doneConstraint) return "done";
  if (result.constraint === behindConstraint) return "behind";
  throw new RefusedWriteError(`A write was refused by ${result.constraint}`);
}
