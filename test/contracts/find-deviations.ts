import type { Field, Fields } from "./interface-table.ts";

/** What we say besides, for clients that look for it there; the specification's own fields stay what they are. */
const additional = new Set(["response.payment_url", "response.transactions[].status"]);

/** Where an answer deviates from the table, as `path: what`; nothing where it conforms. */
export function findDeviations(fields: Fields, response: unknown, path = "response"): string[] {
  if (typeof response !== "object" || response === null || Array.isArray(response)) {
    return [`${path}: not an object`];
  }
  const found = new Map<string, unknown>(Object.entries(response));
  const isAdditional = (name: string) =>
    additional.has(`${path}.${name}`.replace(/\[\d+\]/g, "[]"));
  const unknown = [...found.keys()].filter(
    (name) => !Object.hasOwn(fields, name) && !isAdditional(name),
  );
  return [
    ...unknown.map((name) => `${path}.${name}: not in the specification`),
    ...Object.entries(fields).flatMap(([name, field]) =>
      found.has(name)
        ? deviationsOf(field, found.get(name), `${path}.${name}`)
        : [`${path}.${name}: missing`],
    ),
  ];
}

function deviationsOf(field: Field, value: unknown, path: string): string[] {
  const { type, shape, values } = field;
  if (value === null) return field.orNull === true ? [] : [`${path}: null`];
  if (typeof type === "object") return deviationsOfParts(type, value, path);
  if (type === "integer" ? !Number.isInteger(value) : typeof value !== type) {
    return [`${path}: not a ${type}`];
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const isAllowed = values?.includes(value) ?? shape?.test(text) ?? true;
  return isAllowed ? [] : [`${path}: ${text}`];
}

function deviationsOfParts(type: Fields | readonly [Fields], value: unknown, path: string) {
  if (!isList(type)) return findDeviations(type, value, path);
  if (!Array.isArray(value)) return [`${path}: not a list`];
  return value.flatMap((each: unknown, index) =>
    findDeviations(type[0], each, `${path}[${index}]`),
  );
}

function isList(type: Fields | readonly [Fields]): type is readonly [Fields] {
  return Array.isArray(type);
}
