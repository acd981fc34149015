/** A response was not what the interface promises. */
export class UnexpectedResponseError extends Error {
  override readonly name = "UnexpectedResponseError";
}

/** The text at a path of names and list positions in a JSON document; `undefined` when there is none. */
export function findTextAt(document: string, ...path: readonly string[]): string | undefined {
  let value: unknown = parse(document);
  for (const name of path) value = memberOf(value, name);
  return typeof value === "string" ? value : undefined;
}

/** The text at a path in a JSON document. Throws `UnexpectedResponseError` when there is none. */
export function textAt(document: string, ...path: readonly string[]): string {
  const text = findTextAt(document, ...path);
  if (text !== undefined) return text;
  throw new UnexpectedResponseError(`There is no text at ${path.join(".")} in ${document}`);
}

function parse(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    throw new UnexpectedResponseError(`This is not JSON: ${document}`);
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
