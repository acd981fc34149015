import { Ajv } from "ajv";
import type { Json, JsonObject } from "./json.ts";
import { at, isObject, textAt } from "./json.ts";

/** What is wrong with an object by the schema of its kind, in words; a kind without a schema is wrong too. */
export type Judge = (object: JsonObject) => readonly string[];

/** The pinned schemas of Kubernetes and its operators (deploy/kubernetes/schemas), each compiled when its kind comes. */
export function createJudge(files: readonly Json[]): Judge {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  const references = new Map<string, string>();
  for (const [index, file] of files.entries()) {
    const kinds = at(file, "kinds");
    if (!isObject(file) || !isObject(kinds)) throw new Error("A file of schemas names no kinds");
    ajv.addSchema({ $id: `file-${index}`, ...file });
    for (const kind of Object.keys(kinds)) {
      const pointer = encodeURIComponent(kind.replaceAll("/", "~1"));
      references.set(kind, `file-${index}#/kinds/${pointer}`);
    }
  }
  return (object) => {
    const kind = `${textAt(object, "apiVersion")} ${textAt(object, "kind")}`;
    const validate = ajv.getSchema(references.get(kind) ?? "nowhere");
    if (validate === undefined) return [`${kind} has no schema here`];
    if (validate(object) === true) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [nameOf(object), instancePath, message, JSON.stringify(params)].join(" "),
    );
  };
}

export function nameOf(object: JsonObject): string {
  return `${textAt(object, "kind")} ${textAt(object, "metadata", "name")}`;
}
