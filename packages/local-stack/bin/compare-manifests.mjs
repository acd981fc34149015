import { runOnNode24 } from "./run-on-node-24.mjs";

runOnNode24(["test/rules/manifests/compare.ts"]);
