import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const isLong = process.env["SANU_TEST_LONG"] === "1";
/** It starts a network of its own, which takes half a minute. */
const longOnly = isLong ? [] : ["test/nodes/restored.nodes.test.ts"];
const root = fileURLToPath(new URL("../..", import.meta.url));

// One process for all files: the network takes half a minute to start and is started once.
export default defineConfig({
  root,
  test: {
    root,
    include: ["test/nodes/**/*.nodes.test.ts"],
    exclude: longOnly,
    allowOnly: false,
    pool: "forks",
    isolate: false,
    fileParallelism: false,
    globalSetup: ["packages/testing/src/global-setup.ts", "packages/testing/src/bundle-setup.ts"],
    testTimeout: isLong ? 1_800_000 : 120_000,
    hookTimeout: 180_000,
    slowTestThreshold: 20_000,
  },
});
