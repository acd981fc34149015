/** One call of the API, whatever number of tries it takes. */
export interface Call {
  /** As `POST /transactions/create`: the path as the document has it. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  /** The same for all tries, so that the support finds each of them. */
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  /** Nothing has changed that anybody would mind, whatever became of it. */
  readonly isSafe: boolean;
  /** Nobody has to be logged in for it. */
  readonly isOpen: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Whether a second try does not do anything twice. */
export function isRepeatable({ isSafe, idempotencyKey }: Repeatable): boolean {
  return isSafe || idempotencyKey !== undefined;
}

export type Repeatable = Pick<Call, "isSafe" | "idempotencyKey">;

export interface Answer<Body> {
  readonly body: Body;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string;
  /** The answer was given before, under the same key. */
  readonly isReplayed: boolean;
  readonly idempotencyKey: string | undefined;
}
