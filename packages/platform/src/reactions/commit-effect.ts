import type { Database, Statement } from "../database/open-database.ts";
import { refusingConstraint } from "./handled.ts";
import type { ReactionResult } from "./reaction.ts";

/**
 * For a fact behind which no aggregate of ours stands. `handled` is one of the statements; a constraint that one of
 * them breaks is a result, every other fault is thrown.
 */
export async function commitEffect(
  database: Pick<Database, "pipelined">,
  statements: readonly Statement[],
): Promise<ReactionResult> {
  try {
    await database.pipelined(statements);
    return { kind: "accepted" };
  } catch (error) {
    const constraint = refusingConstraint(error);
    if (constraint === undefined) throw error;
    return { kind: "constraint", constraint };
  }
}
