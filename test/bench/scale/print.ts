// Prints the tables of docs/scale.md: `node packages/local-stack/bin/run.mjs test/bench/scale/print.ts`.
import { checksPerSecond, costMs } from "./needs.ts";
import { coresTable, needsTable } from "./tables.ts";

console.log(needsTable());
console.log();
console.log(coresTable());
console.log(`\n${costMs().toFixed(1)} ms; ${Math.round(checksPerSecond(1_000_000))} checks/s`);
