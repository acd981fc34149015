import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { endLightningNetwork, type NodePrograms, prepareNodePrograms } from "@sanu/local-stack";
import { prepareLdkProgram } from "./ldk-program.ts";

/** What keeps the tests from running is not what they are about. */
const notRunCode = 69;

const config = "test/nodes/vitest.config.ts";

const buildSeconds = "--build-seconds=";
const args = process.argv.slice(2);
const [buildLimit] = args.filter((arg) => arg.startsWith(buildSeconds));
const isLong = args.includes("--long");
const others = args.filter((arg) => arg !== buildLimit && arg !== "--long");

let tests: ChildProcess | undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (tests === undefined) process.exit(128 + constants.signals[signal]);
    tests.kill(signal);
  });
}
const prepared = await prepareNodePrograms({
  say: (line) => console.log(line),
  ...(buildLimit && { timeoutMs: Number(buildLimit.slice(buildSeconds.length)) * 1_000 }),
});
if (prepared.programs === undefined) {
  console.log(`nodes: not run: ${prepared.why}`);
  process.exitCode = notRunCode;
} else {
  const ldk = await prepareLdkProgram(buildLimit === undefined);
  if (ldk.program === undefined) console.log(`nodes: without the LDK node: ${ldk.why}`);
  process.exitCode = await runTests(prepared.programs, ldk.program ?? "");
}

/** The network is started by the tests, who kill its nodes; what is left of it ends here. */
async function runTests(programs: NodePrograms, ldkProgram: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "sanu-nodes-"));
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", config, ...others];
  const running = spawn(process.execPath, vitest, {
    env: {
      ...process.env,
      ...(isLong ? { SANU_TEST_LONG: "1" } : {}),
      SANU_NODE_PROGRAMS: JSON.stringify(programs),
      SANU_LDK_PROGRAM: ldkProgram,
      SANU_NODES_FOLDER: folder,
    },
    stdio: "inherit",
  });
  tests = running;
  const code = await new Promise<number>((resolve) => {
    running.once("exit", (exit, signal) =>
      resolve(exit ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
  await endLightningNetwork(folder);
  if (process.env["SANU_TEST_KEEP_LOGS"] === "1") console.log(`The nodes' logs are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
  return code;
}
