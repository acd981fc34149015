// Writes the boards of Grafana as JSON beside this file. Plain JavaScript, without packages.
import { writeFileSync } from "node:fs";
import { engineer } from "./engineer.mjs";
import { operator } from "./operator.mjs";

for (const [name, made] of Object.entries({ operator, engineer })) {
  writeFileSync(new URL(`${name}.json`, import.meta.url), `${JSON.stringify(made, null, 1)}\n`);
}
