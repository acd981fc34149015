import { ensureInstalled } from "./ensure-installed.mjs";
import { runOnNode24 } from "./run-on-node-24.mjs";

await ensureInstalled();
runOnNode24(["test/alarms/main.ts", ...process.argv.slice(2)]);
