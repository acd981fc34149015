import { spawn } from "node:child_process";

/**
 * Runs a program without a terminal, so that it can ask nothing, and keeps what it says.
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number | string | null, output: string }>}
 */
export function runQuietly(command, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, CI: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (/** @type {string} */ chunk) => {
        output += chunk;
      });
    }
    child.once("error", (error) => resolve({ code: error.message, output }));
    child.once("close", (code, signal) => resolve({ code: code ?? signal, output }));
  });
}
