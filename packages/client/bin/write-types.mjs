// `npm run generate`: writes what the client knows of the API, from docs/openapi.json.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { clientDocument, listOperations } from "./client-document.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const write = (path, text) => writeFileSync(new URL(path, import.meta.url), text);
const origin = "// Written by `npm run generate` from docs/openapi.json.\n";

const document = read("../../../docs/openapi.json");
const { keyed, open } = listOperations(document);
const types = astToString(
  await openapiTS(clientDocument(document), { alphabetize: true, immutable: true, silent: true }),
);
write("../src/api/schema.ts", `${origin}${types}`);
write(
  "../src/api/operations.ts",
  `${origin}
/** A repeated request of these is the same one, by its \`Idempotency-Key\`. */
export const keyedOperations: readonly string[] = ${listText(keyed)};

/** Nobody has to be logged in for these. */
export const openOperations: readonly string[] = ${listText(open)};
`,
);

/** As the formatter would write it. */
function listText(items) {
  return `[\n${items.map((each) => `  ${JSON.stringify(each)},\n`).join("")}]`;
}
