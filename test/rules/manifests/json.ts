/** Any JSON value; manifests are trees of these. */
export type Json = string | number | boolean | null | JsonList | JsonObject;
export type JsonList = readonly Json[];
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is JsonList {
  return Array.isArray(value);
}

/** What stands at a path, `undefined` where it leads nowhere; a number is a place in a list. */
export function at(
  value: Json | undefined,
  ...path: readonly (string | number)[]
): Json | undefined {
  let found = value;
  for (const step of path) {
    if (isObject(found)) found = found[step];
    else if (isList(found)) found = found[Number(step)];
    else return undefined;
  }
  return found;
}

/** The objects of a list at a path; none where there is no list. */
export function objectsAt(value: Json | undefined, ...path: readonly (string | number)[]) {
  const found = at(value, ...path);
  return isList(found) ? found.filter(isObject) : [];
}

export function textAt(value: Json | undefined, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

/** The same tree with every object in it changed, the inner ones first. */
export function mapObjects(value: Json, change: (each: JsonObject) => JsonObject): Json {
  if (isList(value)) return value.map((each) => mapObjects(each, change));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, each]) => [key, mapObjects(each, change)]);
  return change(Object.fromEntries(inner));
}
