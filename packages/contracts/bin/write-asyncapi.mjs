// Writes what others build on: the JSON Schema of each version of each fact, and the AsyncAPI document of all of them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { asyncApiDocument } from "../src/asyncapi/document.ts";
import { listFactVersions } from "../src/asyncapi/fact-schemas.ts";

const folder = new URL("../", import.meta.url);
const schemas = new URL("schemas/", folder);
const textOf = (value) => `${JSON.stringify(value, null, 1)}\n`;

rmSync(schemas, { recursive: true, force: true });
mkdirSync(schemas);
for (const { type, schema } of listFactVersions("draft-2020-12")) {
  writeFileSync(new URL(`${type}.json`, schemas), textOf(schema));
}

const samples = new URL("samples/", folder);
const read = (name) => JSON.parse(readFileSync(new URL(name, samples), "utf8"));
const published = Object.fromEntries(
  readdirSync(samples).map((name) => [name.replace(/\.json$/, ""), read(name)]),
);
writeFileSync(new URL("src/asyncapi/asyncapi.json", folder), textOf(asyncApiDocument(published)));
