import { keyedOperations, openOperations } from "../api/operations.ts";
import type { CallOptions } from "../api/typed.ts";
import type { Call } from "./call.ts";

/** What any operation can be given. */
export interface GivenAny extends CallOptions {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
}

export interface Address {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly language: string;
}

/** A call as it is sent, with the key under which every try of it is the same request. */
export function prepareCall(
  { baseUrl, language }: Address,
  { method, path }: { readonly method: string; readonly path: string },
  given: GivenAny = {},
): Call {
  const { params = {}, query = {}, body, headers, signal } = given;
  const operation = `${method} ${path}`;
  const isKeyed = keyedOperations.includes(operation);
  const key = isKeyed ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const requestId = crypto.randomUUID();
  const isForm = body instanceof FormData;
  return {
    operation,
    method,
    url: `${baseUrl}/api/v1${fill(path, params)}${queryText(query)}`,
    headers: {
      accept: "application/json",
      "accept-language": language,
      "x-request-id": requestId,
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
      ...headers,
    },
    body: body === undefined || isForm ? body : JSON.stringify(body),
    requestId,
    idempotencyKey: key,
    // A refresh that is asked again gets the same new token.
    isSafe: method === "GET" || operation === "POST /auth/refresh",
    isOpen: openOperations.includes(operation),
    signal,
  };
}

function fill(path: string, params: object): string {
  const values = new Map(Object.entries(params));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = values.get(name);
    // An empty one would be another path.
    if (typeof value !== "string" || value === "") throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** What is not given is not asked for. */
function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function queryText(query: object): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const each of values) if (isPlain(each)) pairs.append(name, `${each}`);
  }
  const text = pairs.toString();
  return text === "" ? "" : `?${text}`;
}
