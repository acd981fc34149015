// Writes the schemas of this folder anew from what sources.json pins: Kubernetes' own and those of its operators, each closed
// against unknown fields and without descriptions. Needs Go for the modules, and git for what is no module:
//   node deploy/kubernetes/schemas/collect.mjs [FOLDER-OF-CLONES]     a clone of each repository below it, by its name
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const here = import.meta.dirname;
const { parse } = createRequire(join(here, "../../../test/package.json"))("yaml");
const kept = ["type", "enum", "pattern", "required"].concat([
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);
const [clones = "."] = process.argv.slice(2);

for (const [name, source] of Object.entries(
  JSON.parse(readFileSync(join(here, "sources.json"), "utf8")),
)) {
  const read = readerOf(source);
  const written = source.kinds
    ? kubernetesSchemas(source.kinds, read)
    : crdSchemas(source.files, read);
  writeFileSync(join(here, `${name}.json`), `${JSON.stringify(written)}\n`);
  console.log(name, Object.keys(written.kinds).join(", "));
}

function readerOf({ module, repository, folder }) {
  if (module !== undefined) {
    const listed = execFileSync("go", ["mod", "download", "-json", module], {
      cwd: "/",
      encoding: "utf8",
    });
    const { Dir: dir } = JSON.parse(listed);
    return (file) => readFileSync(join(dir, folder, file), "utf8");
  }
  const [path, tag] = repository.split("@");
  const clone = join(clones, path.split("/")[1]);
  return (file) =>
    execFileSync("git", ["-C", clone, "show", `${tag}:${folder}/${file}`], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
}

/** Of each file of the API's own description, the kinds that are named and what they refer to. */
function kubernetesSchemas(wanted, read) {
  const kinds = {};
  const definitions = {};
  for (const [file, names] of Object.entries(wanted)) {
    const { schemas } = JSON.parse(read(file)).components;
    for (const name of names) {
      const [apiVersion, kind] = name.split(" ");
      const found = Object.entries(schemas).find(([, schema]) =>
        schema["x-kubernetes-group-version-kind"]?.some(
          (each) =>
            each.kind === kind &&
            [each.group, each.version].filter(Boolean).join("/") === apiVersion,
        ),
      );
      kinds[name] = { $ref: `#/definitions/${found[0]}` };
      addDefinition(found[0], schemas, definitions);
    }
  }
  return { kinds, definitions };
}

function addDefinition(name, schemas, definitions) {
  if (name in definitions) return;
  definitions[name] = undefined;
  definitions[name] = closed(schemas[name]);
  for (const [, next] of JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g)) {
    addDefinition(next, schemas, definitions);
  }
}

function crdSchemas(files, read) {
  const kinds = {};
  for (const file of files) {
    const { spec } = parse(read(file));
    for (const { name, served, schema } of spec.versions) {
      if (!served) continue;
      const { properties } = schema.openAPIV3Schema;
      const metadata = { type: "object" };
      const whole = closed({ ...schema.openAPIV3Schema, properties: { ...properties, metadata } });
      whole.properties.metadata = metadata;
      delete whole.properties.status;
      kinds[`${spec.group}/${name} ${spec.names.kind}`] = whole;
    }
  }
  return { kinds, definitions: {} };
}

/** What JSON Schema judges, and nothing else; an object with named fields takes no others. */
function closed(schema, mayClose = true) {
  if (schema.allOf?.length === 1 && schema.allOf[0].$ref) return closed(schema.allOf[0]);
  if (schema.$ref) return { $ref: schema.$ref.replace("#/components/schemas/", "#/definitions/") };
  if (schema["x-kubernetes-int-or-string"] || schema.format === "int-or-string") {
    return { type: ["integer", "string"] };
  }
  const out = Object.fromEntries(
    kept.filter((key) => key in schema).map((key) => [key, schema[key]]),
  );
  if (!isPattern(out.pattern)) delete out.pattern;
  if (schema.nullable && typeof out.type === "string") out.type = [out.type, "null"];
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    if (schema[key]) out[key] = schema[key].map((each) => closed(each, false));
  }
  if (schema.not) out.not = closed(schema.not, false);
  if (schema.items) out.items = closed(schema.items, mayClose);
  if (typeof schema.additionalProperties === "object") {
    out.additionalProperties = closed(schema.additionalProperties, mayClose);
  }
  if (schema.properties) {
    out.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, each]) => [name, closed(each, mayClose)]),
    );
    const isOpen =
      schema["x-kubernetes-preserve-unknown-fields"] || schema["x-kubernetes-embedded-resource"];
    if (mayClose && !isOpen && !("additionalProperties" in out)) out.additionalProperties = false;
  }
  return out;
}

/** Some are Go's own. */
function isPattern(text = "") {
  try {
    RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
