import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// `--long` runs the same tests with the full numbers of deliveries, kills and generated cases.
const isLong = process.env["SANU_TEST_LONG"] === "1";

const limits = {
  /** Two cores: one worker runs tests while Postgres and NATS use the other. */
  workersMax: 2,
  unitTimeoutMs: isLong ? 120_000 : 20_000,
  realTimeoutMs: isLong ? 900_000 : 60_000,
  hookTimeoutMs: 60_000,
  slowTestMs: 2_000,
} as const;

const everywhere = ["packages/*/src/**", "services/*/src/**", "test/**"];
const never = ["**/node_modules/**", "**/dist/**", "test/bench/**"];

/** The config file is in a folder of its own; paths count from the root of the repository. */
const root = fileURLToPath(new URL("..", import.meta.url));

// A default export because vitest asks for one.
export default defineConfig({
  root,
  test: {
    root,
    allowOnly: false,
    pool: "forks",
    maxWorkers: limits.workersMax,
    hookTimeout: limits.hookTimeoutMs,
    slowTestThreshold: limits.slowTestMs,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: everywhere.map((folder) => `${folder}/*.unit.test.ts`),
          exclude: never,
          testTimeout: limits.unitTimeoutMs,
        },
      },
      {
        extends: true,
        test: {
          name: "real",
          include: everywhere.flatMap((folder) => [
            `${folder}/*.int.test.ts`,
            `${folder}/*.e2e.test.ts`,
          ]),
          exclude: never,
          testTimeout: limits.realTimeoutMs,
          globalSetup: ["packages/testing/src/global-setup.ts"],
        },
      },
    ],
  },
});
