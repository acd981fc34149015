import { createHash } from "node:crypto";
import { posix } from "node:path";
import { at, isObject, type Json, type JsonObject, mapObjects, textAt } from "./json.ts";
import type { ConfigMapGenerator } from "./kustomization.ts";

/** Marks a ConfigMap whose name gets its hash when all is put together. */
const hashed = "hash-follows";

export function generate(
  objects: readonly JsonObject[],
  wanted: ConfigMapGenerator,
  read: (file: string) => string,
): readonly JsonObject[] {
  const data = {
    ...Object.fromEntries(wanted.files.map((file) => [posix.basename(file), read(file)])),
    ...Object.fromEntries(wanted.literals.map(splitLiteral)),
  };
  if (wanted.behavior === "create") {
    const marks = wanted.options?.disableNameSuffixHash === true ? {} : { [hashed]: true };
    const fields = Object.keys(data).length === 0 ? {} : { data };
    return [
      ...objects,
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: wanted.name }, ...fields, ...marks },
    ];
  }
  const isMeant = (each: JsonObject) =>
    each["kind"] === "ConfigMap" && textAt(each, "metadata", "name") === wanted.name;
  if (!objects.some(isMeant)) throw new Error(`No ConfigMap ${wanted.name} to merge into`);
  return objects.map((each) => {
    if (!isMeant(each)) return each;
    const before = each["data"];
    return { ...each, data: { ...(isObject(before) ? before : {}), ...data } };
  });
}

function splitLiteral(literal: string): readonly [string, string] {
  const place = literal.indexOf("=");
  return [literal.slice(0, place), literal.slice(place + 1)];
}

/** Gives each marked ConfigMap the name that its content makes, wherever it is named: a change of settings starts pods anew. */
export function withHashes(objects: readonly JsonObject[]): readonly JsonObject[] {
  const names = new Map(
    objects
      .filter((each) => each[hashed] === true)
      .map((each) => {
        const name = textAt(each, "metadata", "name");
        return [name, `${name}-${hashOf(each["data"])}`] as const;
      }),
  );
  const renamed = (reference: Json | undefined): JsonObject | undefined => {
    const name = names.get(textAt(reference, "name"));
    return isObject(reference) && name !== undefined ? { ...reference, name } : undefined;
  };
  return objects.map((each) => {
    const { [hashed]: isMarked, ...rest } = each;
    const own =
      isMarked === true ? { ...rest, metadata: renamed(at(rest, "metadata")) ?? {} } : rest;
    return mapObjects(own, (inner) => {
      const changed = ["configMap", "configMapRef", "configMapKeyRef"].map(
        (key) => [key, renamed(inner[key])] as const,
      );
      return { ...inner, ...Object.fromEntries(changed.flatMap(([k, v]) => (v ? [[k, v]] : []))) };
    });
  }) as readonly JsonObject[];
}

const digits: Readonly<Record<string, string>> = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };

/** As Kustomize makes it: SHA-256 of the content (the name stays empty there), ten digits, without those that spell words. */
function hashOf(data: Json | undefined): string {
  const sorted = isObject(data)
    ? Object.fromEntries(Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : "";
  const text = JSON.stringify({ data: sorted, kind: "ConfigMap", name: "" })
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e")
    .replaceAll("&", "\\u0026");
  const hex = createHash("sha256").update(text).digest("hex").slice(0, 10);
  return hex.replaceAll(/[013ae]/g, (digit) => digits[digit] ?? digit);
}
