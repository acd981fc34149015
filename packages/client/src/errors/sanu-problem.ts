import type { components } from "../api/schema.ts";

/** The body of every refusal (RFC 9457). */
export type Problem = components["schemas"]["Problem"];

/** What can be wrong, as a closed list; a code never changes its meaning. */
export type ProblemCode = Problem["code"];

export interface ProblemContext {
  /** As `POST /transactions/create`. */
  readonly operation: string;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  /** Under which the call may be made again as the same one. */
  readonly idempotencyKey?: string | undefined;
}

/** The API refused a call, and says by `code` why. `message` is for people, in the client's language. */
export class SanuProblem extends Error {
  override readonly name = "SanuProblem";
  readonly code: ProblemCode;
  readonly status: number;
  /** Each broken field with its sentences; empty unless the status is 422. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly operation: string;
  /** After this the same call may be well. */
  readonly retryAfterMs: number | undefined;
  /** What to tell the support. */
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly problem: Problem;

  constructor(problem: Problem, context: ProblemContext) {
    super(problem.message);
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
    this.fields = problem.errors ?? {};
    this.operation = context.operation;
    this.retryAfterMs = context.retryAfterMs;
    this.requestId = context.requestId;
    this.idempotencyKey = context.idempotencyKey;
  }
}
