const causesMax = 3;

/** Without the fields that can carry values: `detail` of Postgres quotes the row, `parameters` the query. */
export function errorFields(error: unknown, causesLeft = causesMax): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const fields = {
    type: name,
    message,
    ...codeOf(error),
    stack: stack?.split("\n").slice(1).join("\n"),
  };
  if (error instanceof AggregateError && causesLeft > 0) {
    return { ...fields, errors: error.errors.map((each) => errorFields(each, causesLeft - 1)) };
  }
  if (cause === undefined || causesLeft === 0) return fields;
  return { ...fields, cause: errorFields(cause, causesLeft - 1) };
}

function codeOf(error: Error): Record<string, string> {
  const fields: Record<string, string> = {};
  if ("code" in error && typeof error.code === "string") fields["errorCode"] = error.code;
  if ("constraint" in error && typeof error.constraint === "string") {
    fields["constraint"] = error.constraint;
  }
  return fields;
}

/** A request as its method and route; the URL itself can carry a token or an id. */
export function requestFields(request: unknown): unknown {
  if (typeof request !== "object" || request === null) return undefined;
  return { method: textOf(request, "method"), route: routeOf(request) };
}

function routeOf(request: object): string | undefined {
  const options: unknown = "routeOptions" in request ? request.routeOptions : undefined;
  return typeof options === "object" && options !== null ? textOf(options, "url") : undefined;
}

/** What is logged of a reply: its status alone, nothing for what is no reply. Headers and bodies name people. */
export function replyFields(reply: unknown): unknown {
  if (typeof reply !== "object" || reply === null) return undefined;
  return { status: "statusCode" in reply ? reply.statusCode : undefined };
}

function textOf(value: object, name: string): string | undefined {
  const found: unknown = Reflect.get(value, name);
  return typeof found === "string" ? found : undefined;
}
