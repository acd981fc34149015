// Writes docs/openapi.json, the committed form of what the gateway serves at /openapi.json.
import { writeFile } from "node:fs/promises";
import { composeOpenApi } from "../src/index.ts";

const document = await composeOpenApi();
const target = new URL("../../../docs/openapi.json", import.meta.url);
await writeFile(target, `${JSON.stringify(document, null, 1)}\n`);
