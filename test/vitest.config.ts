import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./longest-first.ts";

// `--long` runs the same tests with the full numbers of deliveries, kills and generated cases.
const isLong = process.env["SANU_TEST_LONG"] === "1";

/** For two cores. The projects run one after another. */
const limits = {
  unit: { workersMax: 2, testTimeoutMs: isLong ? 120_000 : 20_000 },
  /** Most of their time goes by in waiting for a poll, a lease or a time-out: with four a third of the machine was idle at first. */
  int: { workersMax: isLong ? 4 : 5, testTimeoutMs: isLong ? 900_000 : 60_000 },
  /**
   * The whole system under load needs about a core, but two of them left a third of the machine idle; with the full counts
   * it needs all of them to keep its times.
   */
  e2e: { workersMax: isLong ? 1 : 3, testTimeoutMs: isLong ? 900_000 : 60_000 },
  hookTimeoutMs: 60_000,
  slowTestMs: 2_000,
} as const;

/**
 * A process holds every module of its project and lives for minutes: with V8's own sizes it looked through all of them for
 * garbage again and again. 400 MB may lie there before it does, and what lives shortly dies in 64.
 */
const heap = ["--initial-old-space-size=400", "--max-semi-space-size=64"];

const everywhere = ["packages/*/src/**", "services/*/src/**", "test/**"];
/** No request of an upgrade may fail, which needs a machine with nothing else to do. */
const alone = isLong ? [] : ["test/release/upgrade.e2e.test.ts"];
const never = ["**/node_modules/**", "**/dist/**", "test/bench/**", ...alone];

/** The config file is in a folder of its own; paths count from the root of the repository. */
const root = fileURLToPath(new URL("..", import.meta.url));

const setups: Record<"unit" | "int" | "e2e", string[]> = {
  unit: [],
  int: ["packages/testing/src/global-setup.ts"],
  e2e: ["packages/testing/src/global-setup.ts", "packages/testing/src/bundle-setup.ts"],
};

function project(name: "unit" | "int" | "e2e", groupOrder: number) {
  return {
    extends: true,
    test: {
      name,
      include: everywhere.map((folder) => `${folder}/*.${name}.test.ts`),
      exclude: never,
      maxWorkers: limits[name].workersMax,
      testTimeout: limits[name].testTimeoutMs,
      sequence: { groupOrder },
      globalSetup: setups[name],
    },
  } as const;
}

// A default export because vitest asks for one.
export default defineConfig({
  root,
  test: {
    root,
    allowOnly: false,
    pool: "forks",
    execArgv: heap,
    // No test leaves anything behind in its process, and loading the system for each file took half of the run.
    isolate: false,
    unstubEnvs: true,
    hookTimeout: limits.hookTimeoutMs,
    slowTestThreshold: limits.slowTestMs,
    sequence: { sequencer: LongestFirst },
    projects: [project("unit", 0), project("int", 1), project("e2e", 2)],
  },
});
