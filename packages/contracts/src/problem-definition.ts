/** One problem of the public API. */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** Seconds a client should wait before it tries again; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** The HTTP status and the English title. */
export const problem = (
  status: number,
  title: string,
  retryAfterSeconds?: number,
): ProblemDefinition =>
  retryAfterSeconds === undefined ? { status, title } : { status, title, retryAfterSeconds };
