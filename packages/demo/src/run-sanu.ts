import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { cloneFolder, type Environment } from "@sanu/local-stack";

/** Runs `sanu …` against a system, with its output where ours goes. Throws where it does not end well. */
export async function runSanu(environment: Environment, ...args: readonly string[]): Promise<void> {
  const file = join(cloneFolder, "packages", "cli", "src", "main.ts");
  const running = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(running, "exit");
  const { exitCode: code } = running;
  if (code !== 0) throw new Error(`sanu ${args.join(" ")} ended with ${code}`);
}
