import type { createChecks, Operation } from "./document.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined for a stream. */
  readonly text: string | undefined;
}

type Check = ReturnType<typeof createChecks>;

/** What is wrong with an answer by what the document says of its operation; nothing where all is well. */
export function findFaults(operation: Operation, answer: Answer, check: Check): readonly string[] {
  const { status, headers, text } = answer;
  const documented = operation.responses[status];
  if (documented === undefined) return [`${status} is not documented: ${text}`];
  const missing = Object.keys(documented.headers ?? {}).filter(
    (name) => !isOptional(name) && headers[name.toLowerCase()] === undefined,
  );
  const type = String(headers["content-type"] ?? "").split(";", 1)[0] ?? "";
  const content = documented.content?.[type] ?? documented.content?.["application/octet-stream"];
  return [
    ...missing.map((name) => `${status} comes without ${name}`),
    ...(content === undefined && documented.content !== undefined ? [`${status} is ${type}`] : []),
    ...(status >= 400 ? problemFaults(answer) : []),
    ...(text === undefined || content === undefined || !type.endsWith("json")
      ? []
      : [check(content.schema, JSON.parse(text))].flatMap((fault) => fault ?? [])),
  ];
}

/** Not every answer has a limit or a replay to tell of. */
function isOptional(name: string): boolean {
  return /^(?:RateLimit|RateLimit-Policy|Idempotent-Replayed)$/.test(name);
}

function problemFaults({ status, headers, text = "" }: Answer): readonly string[] {
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const faults = [
    body["status"] === status ? undefined : `the body says ${String(body["status"])}`,
    body["success"] === false ? undefined : "the body says success",
    body["instance"] === headers["x-request-id"] ? undefined : "the body names another request",
    status === 422 && body["code"] === "validation-failed" && !body["errors"]
      ? "no field is named"
      : undefined,
    // Everything runs: what cannot be reached has failed.
    body["code"] === "service-unavailable" ? "a service failed" : undefined,
  ];
  return faults.filter((fault) => fault !== undefined);
}
