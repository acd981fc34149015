import { brokenConstraint } from "../database/errors.ts";
import { attemptsFenceConstraint } from "./tables.ts";

/** Somebody else has claimed the attempt since: nothing that this holder reports is stored. */
export class AttemptLostError extends Error {
  override readonly name = "AttemptLostError";
}

export function isAttemptLost(error: unknown): boolean {
  return error instanceof AttemptLostError || brokenConstraint(error) === attemptsFenceConstraint;
}
