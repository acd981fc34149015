import { isList, isObject, type Json, type JsonList, type JsonObject } from "./json.ts";

/** By what entries of a list of Kubernetes' own are the same one. Lists that are not named here are replaced. */
const keyOf: Readonly<Record<string, string>> = {
  containers: "name",
  initContainers: "name",
  env: "name",
  volumes: "name",
  ports: "containerPort",
  volumeMounts: "mountPath",
};

/** A strategic merge: objects are merged, keyed lists too (what the patch names comes first), and all else is replaced. */
export function merged(base: JsonObject, patch: JsonObject, isOwnKind: boolean): JsonObject {
  const out: Record<string, Json> = { ...base };
  for (const [name, value] of Object.entries(patch)) {
    const before = base[name];
    const key = isOwnKind ? keyOf[name] : undefined;
    if (value === null) delete out[name];
    else if (isObject(value) && isObject(before)) out[name] = merged(before, value, isOwnKind);
    else if (isList(value) && isList(before) && key !== undefined)
      out[name] = mergedList(before, value, key);
    else out[name] = value;
  }
  return out;
}

function mergedList(base: JsonList, patch: JsonList, key: string): JsonList {
  const same = (one: Json, other: Json) =>
    isObject(one) && isObject(other) && one[key] === other[key];
  const changed = patch.map((change) => {
    const before = base.find((each) => same(each, change));
    return isObject(before) && isObject(change) ? merged(before, change, true) : change;
  });
  return [...changed, ...base.filter((each) => !patch.some((one) => same(one, each)))];
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value: Json;
}

/** JSON Patch, as far as `add`, `replace` and the removal of a list's item go. */
export function patched(base: Json, { op, path, value }: Operation): Json {
  const [step = "", ...rest] = path.split("/").slice(1);
  const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
  const inner = `/${rest.join("/")}`;
  if (isObject(base)) {
    const before = base[name];
    if (rest.length === 0) return { ...base, [name]: value };
    if (before === undefined) throw new Error(`${path} leads nowhere`);
    return { ...base, [name]: patched(before, { op, path: inner, value }) };
  }
  if (!isList(base)) throw new Error(`${path} leads nowhere`);
  if (rest.length === 0 && op === "add" && name === "-") return [...base, value];
  const place = Number(name);
  if (base[place] === undefined) throw new Error(`${path} leads nowhere`);
  if (rest.length === 0 && op === "remove") return base.filter((_each, index) => index !== place);
  return base.map((each, index) => {
    if (index !== place) return each;
    return rest.length === 0 ? value : patched(each, { op, path: inner, value });
  });
}
