import {
  fill,
  type Language,
  type ProblemCode,
  type ProblemDefinition,
  problems,
  wordsIn,
} from "@sanu/contracts";

/** The one error body: problem+json (RFC 9457) that clients of the older shape read as well. */
export interface ProblemBody {
  readonly success: false;
  /** For people, in the language of the request. */
  readonly message: string;
  /** For programs; never changes its meaning. */
  readonly code: ProblemCode;
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The request id, to be quoted to support. */
  readonly instance: string;
  /** Only with 422: field → sentences. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

export interface ProblemContext {
  readonly language: Language;
  readonly requestId: string;
  /** Where our documentation begins, without a trailing slash. */
  readonly docsUrl: string;
  /** The numbers and words that the message names. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
}

const PROBLEM_CONTENT_TYPE = "application/problem+json; charset=utf-8";

/** Problems of one field alone, which is named as in every other 422. */
const fieldOf: Partial<Record<ProblemCode, string>> = {
  "idempotency-key-reused": "idempotency-key",
};

/** The body of a refusal (RFC 9457) in the language of the request; `params` fill the gaps of its sentence. */
export function problemBody(code: ProblemCode, context: ProblemContext): ProblemBody {
  const { language, requestId, docsUrl, params } = context;
  const { status, title } = definitionOf(code);
  const message = messageOf(code, language, params);
  const field = fieldOf[code];
  const errors = context.errors ?? (field === undefined ? undefined : { [field]: [message] });
  // Many clients show nothing but the message: of broken fields it says what is wrong with the first one.
  const [first] = Object.values(errors ?? {}).flat();
  const sentence = first ?? message;
  return {
    success: false,
    message: sentence,
    code,
    type: `${docsUrl}/problems/${code}`,
    title,
    status,
    detail: sentence,
    instance: requestId,
    ...(errors === undefined ? {} : { errors }),
  };
}

/** The HTTP status and the headers that go with a problem. `retryAfterSeconds` overrides the code's own. */
export function problemHead(
  code: ProblemCode,
  retryAfterSeconds = definitionOf(code).retryAfterSeconds,
): { readonly status: number; readonly headers: Readonly<Record<string, string>> } {
  const { status } = definitionOf(code);
  return {
    status,
    headers: {
      "content-type": PROBLEM_CONTENT_TYPE,
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
      ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    },
  };
}

function definitionOf(code: ProblemCode): ProblemDefinition {
  return problems[code];
}

function messageOf(
  code: ProblemCode,
  language: Language,
  params: Readonly<Record<string, string>> = {},
): string {
  const message: string = wordsIn(language).problems[code];
  return fill(message, params);
}
