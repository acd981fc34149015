import fc from "fast-check";
import { bodies, texts } from "./arbitraries.ts";
import type { Operation } from "./document.ts";

export interface FuzzedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const contentTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/json; charset=utf-16",
  "application/jsonx",
  ";",
];

/** Requests to one operation; `ids` are some that its paths know. */
export function requestsTo(
  operation: Operation,
  ids: readonly string[],
): fc.Arbitrary<FuzzedRequest> {
  const { method, parameters = [], requestBody } = operation;
  const named = (place: string) => parameters.filter((each) => each.in === place);
  const path = fc.tuple(
    ...named("path").map(({ name, schema }) =>
      fc.oneof(fc.constantFrom(...ids), texts(schema, name).filter(Boolean)),
    ),
  );
  const query = fc.tuple(
    ...named("query").map(({ name, schema }) =>
      fc.option(texts(schema, name).map((text) => [name, text] as const)),
    ),
  );
  const key =
    named("header").length > 0
      ? fc.option(fc.stringMatching(/^[\x21-\x7e]{1,40}$/))
      : fc.constant(null);
  const [type = "application/json"] = Object.keys(requestBody?.content ?? {});
  const schema = requestBody?.content["application/json"]?.schema ?? {};
  const body = method === "GET" ? fc.constant(null) : bodies(schema);
  const contentType = fc.oneof(
    { weight: 9, arbitrary: fc.constant(type) },
    { weight: 1, arbitrary: fc.constantFrom(...contentTypes) },
  );
  const language = fc.constantFrom("fr", "en", "*", "en;q=x,,");
  return fc
    .tuple(path, query, key, body, contentType, language)
    .map(([inPath, inQuery, idempotencyKey, text, bodyType, spoken]) => ({
      method,
      target: targetOf(operation, inPath, inQuery),
      headers: {
        "accept-language": spoken,
        ...(text === null ? {} : { "content-type": bodyType }),
        ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
      },
      body: text,
    }));
}

function targetOf(
  { path }: Operation,
  inPath: readonly string[],
  inQuery: readonly (readonly [string, string] | null)[],
): string {
  const left = [...inPath];
  const filled = path.replaceAll(/\{\w+\}/g, () => encoded(left.shift() ?? ""));
  const pairs = inQuery.flatMap((pair) =>
    pair === null ? [] : [`${pair[0]}=${encoded(pair[1])}`],
  );
  return pairs.length === 0 ? filled : `${filled}?${pairs.join("&")}`;
}

/** A dot alone would be a step in the path. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(".", "%2E");
}
