import { posix } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { generate, withHashes } from "./generated-config.ts";
import { isObject, type Json, type JsonList, type JsonObject, mapObjects, textAt } from "./json.ts";
import { type Image, Kustomization, type Target } from "./kustomization.ts";
import { merged, patched } from "./merge.ts";

type Read = (path: string) => string;
type Objects = readonly JsonObject[];

const withoutNamespace = new Set(["Namespace", "PriorityClass"]);
const ownGroups = new Set(["apps", "autoscaling", "batch", "networking.k8s.io", "policy", "v1"]);

/** What `kubectl kustomize` prints for a folder, as far as our manifests need: the rules judge it where no kubectl is. */
export function render(folder: string, read: Read): Objects {
  return withHashes(accumulate([], folder, read));
}

function accumulate(before: Objects, folder: string, read: Read): Objects {
  const path = posix.join(folder, "kustomization.yaml");
  const wanted = Kustomization.parse(parse(read(path)));
  const inFolder = (file: string) => read(posix.join(folder, file));
  let objects = [
    ...before,
    ...wanted.resources.flatMap((each) =>
      /\.ya?ml$/.test(each)
        ? readObjects(inFolder(each))
        : accumulate([], posix.join(folder, each), read),
    ),
  ];
  for (const each of wanted.components) {
    objects = [...accumulate(objects, posix.join(folder, each), read)];
  }
  for (const each of wanted.configMapGenerator) objects = [...generate(objects, each, inFolder)];
  for (const { path: file, target } of wanted.patches) {
    objects = applyPatch(objects, parse(inFolder(file)), target);
  }
  const { namespace, images } = wanted;
  return objects
    .map((each) => (namespace === undefined ? each : inNamespace(each, namespace)))
    .map((each) => withImages(each, images));
}

function readObjects(text: string): Objects {
  return parseAllDocuments(text).map((document) => {
    const value: Json = document.toJS();
    if (!isObject(value)) throw new Error("A manifest is no object");
    return value;
  });
}

function applyPatch(objects: Objects, patch: Json, target?: Target): JsonObject[] {
  const selects = target === undefined ? sameObject(patch) : selectedBy(target);
  if (!objects.some(selects)) throw new Error(`A patch changes nothing: ${JSON.stringify(target)}`);
  return objects.map((each) => {
    if (!selects(each)) return each;
    if (isObject(patch)) return mergePatch(each, patch);
    const operations = patch as unknown as readonly Parameters<typeof patched>[1][];
    return operations.reduce<Json>(patched, each) as JsonObject;
  });
}

function mergePatch(each: JsonObject, patch: JsonObject): JsonObject {
  const [group = ""] = textAt(each, "apiVersion").split("/");
  const { metadata: _metadata, ...rest } = patch;
  return merged(each, rest, ownGroups.has(group));
}

function sameObject(patch: Json): (each: JsonObject) => boolean {
  return (each) =>
    each["kind"] === textAt(patch, "kind") &&
    textAt(each, "metadata", "name") === textAt(patch, "metadata", "name");
}

function selectedBy({ kind, name, labelSelector }: Target): (each: JsonObject) => boolean {
  const [label = "", value = ""] = labelSelector?.split("=") ?? [];
  return (each) =>
    each["kind"] === kind &&
    (name === undefined || textAt(each, "metadata", "name") === name) &&
    (label === "" || textAt(each, "metadata", "labels", label) === value);
}

function inNamespace(each: JsonObject, namespace: string): JsonObject {
  const { metadata } = each;
  if (withoutNamespace.has(textAt(each, "kind")) || !isObject(metadata)) return each;
  return { ...each, metadata: { ...metadata, namespace } };
}

/** Only pods have images of this kind; CloudNativePG's has another name. */
function withImages(object: JsonObject, images: readonly Image[]): JsonObject {
  const changed = mapObjects(object, (each) => {
    const own = textAt(each, "image");
    const [, name = own] = /^(.*?)(?::[^/]*)?$/.exec(own) ?? [];
    const image = images.find((one) => own !== "" && one.name === name);
    if (image === undefined) return each;
    return { ...each, image: `${image.newName ?? name}:${image.newTag}` };
  });
  return changed as JsonObject;
}

export type { JsonList, JsonObject, Objects };
