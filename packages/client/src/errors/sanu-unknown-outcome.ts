import type { ProblemContext } from "./sanu-problem.ts";

/**
 * A request that changes something was sent, and no answer says whether it did. It may have: so it is not made again but under the same
 * `idempotencyKey`, which brings the answer that was lost. Without a key, look first.
 */
export class SanuUnknownOutcome extends Error {
  override readonly name = "SanuUnknownOutcome";
  readonly operation: string;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;

  constructor(context: ProblemContext, cause: unknown) {
    super(`${context.operation}: unknown whether it was done`, { cause });
    this.operation = context.operation;
    this.requestId = context.requestId;
    this.idempotencyKey = context.idempotencyKey;
  }
}
