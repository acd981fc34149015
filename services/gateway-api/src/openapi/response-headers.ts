import { isProblemCode, problems } from "@sanu/contracts";

const text = { type: "string" } as const;

/** The headers that responses carry, by the names under which the document refers to them. */
export const responseHeaders = {
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

type ResponseHeader = keyof typeof responseHeaders;

const requestId: ResponseHeader = "X-Request-Id";

/** As far as it is read here. */
interface Operation {
  /** Ours, and taken out of the document: whether requests of the operation are counted. */
  "x-limited"?: boolean;
  /** The same: whether a body that names nothing is one. */
  "x-body-optional"?: boolean;
  requestBody?: { required?: boolean };
  readonly security?: unknown;
  readonly parameters?: readonly { readonly name?: string }[];
  readonly responses?: Readonly<Record<string, Response>>;
}
interface Response {
  /** The codes of a refusal, with commas between them. */
  readonly description?: string;
  headers?: Readonly<Record<string, { readonly $ref: string }>>;
}

/** Names the headers of each response of an operation, as references to the document's components. */
export function nameResponseHeaders(operation: Operation): void {
  const common: readonly ResponseHeader[] = operation["x-limited"]
    ? [requestId, "RateLimit", "RateLimit-Policy"]
    : [requestId];
  if (operation["x-body-optional"] && operation.requestBody) operation.requestBody.required = false;
  delete operation["x-limited"];
  delete operation["x-body-optional"];
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    // Who is not known is not counted.
    const counted = status === "401" && operation.security !== undefined ? [requestId] : common;
    const names = [...counted, ...headersOf(operation, Number(status), response)];
    response.headers = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    );
  }
}

function headersOf(
  { parameters = [] }: Operation,
  status: number,
  { description = "" }: Response,
): readonly ResponseHeader[] {
  if (description.split(", ").some(saysWhen)) return ["Retry-After"];
  const hasKey = parameters.some(({ name }) => name?.toLowerCase() === "idempotency-key");
  return hasKey && status < 300 ? ["Idempotent-Replayed"] : [];
}

/** Whether a refusal with this code always says when to come again. */
function saysWhen(code: string): boolean {
  return isProblemCode(code) && problems[code].retryAfterSeconds !== undefined;
}
