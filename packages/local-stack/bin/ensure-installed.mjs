// Plain JavaScript for Node 18: this is the only code that runs before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the clone. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

const pnpm = "pnpm@12.21.0";
const record = join(root, "node_modules", ".sanu-installed");

/** Installs exactly what the lock file names, when it has changed since the last time or nothing is there yet. */
export async function ensureInstalled() {
  const wanted = fingerprint();
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return;
  const startedMs = Date.now();
  process.stderr.write(`Installing packages with ${pnpm}, exactly as the lock file says ...\n`);
  const { code, output } = await runQuietly("npx", ["--yes", pnpm, "install", "--frozen-lockfile"]);
  if (code !== 0) {
    process.stderr.write(`${output}\nThe installation failed: ${pnpm} ended with ${code}.\n`);
    process.exit(1);
  }
  writeFileSync(record, wanted);
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  process.stderr.write(`Installed in ${seconds} s.\n`);
}

/** A clone that moved to another kind of machine needs other binaries under the same lock file. */
function fingerprint() {
  const hash = createHash("sha256").update(readFileSync(join(root, "pnpm-lock.yaml")));
  return `${hash.digest("hex")} ${process.platform}-${process.arch}\n`;
}

/**
 * Runs a program without a terminal, so that it can ask nothing, and keeps what it says.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ code: number | string | null, output: string }>}
 */
function runQuietly(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
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
