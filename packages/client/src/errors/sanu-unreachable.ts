import type { ProblemContext } from "./sanu-problem.ts";

/** The API was not reached, and nothing was changed. */
export class SanuUnreachable extends Error {
  override readonly name = "SanuUnreachable";
  readonly operation: string;
  readonly requestId: string | undefined;

  constructor({ operation, requestId }: ProblemContext, cause: unknown) {
    super(`${operation}: the API was not reached`, { cause });
    this.operation = operation;
    this.requestId = requestId;
  }
}
