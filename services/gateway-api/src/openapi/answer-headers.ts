import { isProblemCode, problems } from "@sanu/contracts";
import { throttledOperations } from "../access/throttled-operations.ts";

const text = { type: "string" } as const;

/** The headers that answers carry, by the names under which the document refers to them. */
export const answerHeaders = {
  "X-Request-Id": {
    description: "Names the request in our logs and events",
    schema: text,
  },
  "Retry-After": {
    description: "Seconds after which the same request may be well",
    schema: { type: "integer", minimum: 1 },
  },
  RateLimit: {
    description: 'What is left of each limit: `"user";r=59;t=60`',
    schema: text,
  },
  "RateLimit-Policy": {
    description: 'The limits that count this request: `"user";q=60;w=60`',
    schema: text,
  },
  "Idempotent-Replayed": {
    description: "`true` where the answer was given before, under the same `Idempotency-Key`",
    schema: text,
  },
} as const;

type AnswerHeader = keyof typeof answerHeaders;

const requestId: AnswerHeader = "X-Request-Id";

/** As far as it is read here. */
interface Operation {
  readonly operationId?: string;
  readonly security?: unknown;
  readonly parameters?: readonly { readonly name?: string }[];
  readonly responses?: Readonly<Record<string, Answer>>;
}
interface Answer {
  /** The codes of a refusal, with commas between them. */
  readonly description?: string;
  headers?: Readonly<Record<string, { readonly $ref: string }>>;
}

/** Names the headers of each answer of an operation, as references to the document's components. */
export function nameAnswerHeaders(operation: Operation): void {
  const common = commonHeaders(operation);
  for (const [status, answer] of Object.entries(operation.responses ?? {})) {
    // Who is not known is not counted.
    const counted = status === "401" && operation.security !== undefined ? [requestId] : common;
    const names = [...counted, ...headersOf(operation, Number(status), answer)];
    answer.headers = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    );
  }
}

function commonHeaders({ operationId = "", security }: Operation): readonly AnswerHeader[] {
  const isLimited = security !== undefined || operationId in throttledOperations;
  return isLimited ? [requestId, "RateLimit", "RateLimit-Policy"] : [requestId];
}

function headersOf(
  { parameters = [] }: Operation,
  status: number,
  { description = "" }: Answer,
): readonly AnswerHeader[] {
  if (description.split(", ").some(saysWhen)) return ["Retry-After"];
  const hasKey = parameters.some(({ name }) => name?.toLowerCase() === "idempotency-key");
  return hasKey && status < 300 ? ["Idempotent-Replayed"] : [];
}

/** Whether a refusal with this code always says when to come again. */
function saysWhen(code: string): boolean {
  return isProblemCode(code) && problems[code].retryAfterSeconds !== undefined;
}
