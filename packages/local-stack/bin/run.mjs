// Runs any program of the project: `node packages/local-stack/bin/run.mjs packages/cli/src/main.ts …`.
import { ensureInstalled } from "./ensure-installed.mjs";
import { runOnNode24 } from "./run-on-node-24.mjs";

await ensureInstalled();
runOnNode24(process.argv.slice(2));
