import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { cloneFolder, type Environment } from "@sanu/local-stack";

const limits = { timeoutMs: 60_000 } as const;
const main = join(cloneFolder, "packages", "cli", "dist", "main.js");

/** Runs `sanu …` as an operator does, and returns what it prints. Throws when it fails. */
export async function runSanu(env: Environment, args: readonly string[]): Promise<string> {
  const options = { env: { ...env }, timeout: limits.timeoutMs };
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], options);
  return stdout;
}
