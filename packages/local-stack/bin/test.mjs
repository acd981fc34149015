import { ensureInstalled } from "./ensure-installed.mjs";
import { runOnNode24 } from "./run-on-node-24.mjs";

await ensureInstalled();
const args = process.argv.slice(2);
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];
const long = args.includes("--long") ? { SANU_TEST_LONG: "1" } : {};
runOnNode24([...vitest, ...args.filter((arg) => arg !== "--long")], long);
