/** One problem of the public API. `{name}` in a message is replaced by the refusal's parameter of that name. */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  readonly message: { readonly fr: string; readonly en: string };
  /** Seconds a client should wait before it tries again; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** The HTTP status, the English title and the message in both languages. */
export const problem = (
  status: number,
  title: string,
  message: ProblemDefinition["message"],
  retryAfterSeconds?: number,
): ProblemDefinition =>
  retryAfterSeconds === undefined
    ? { status, title, message }
    : { status, title, message, retryAfterSeconds };
