// Plain JavaScript for Node 18: this is the only code that runs before anything is installed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePnpm, pnpmLock, pnpmVersion } from "./pnpm.mjs";
import { root } from "./root.mjs";
import { runQuietly } from "./run-quietly.mjs";

const record = join(root, "node_modules", ".sanu-installed");

/** Installs exactly what the lock file names, when it has changed since the last time or nothing is there yet. */
export async function ensureInstalled() {
  const wanted = fingerprint();
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return;
  const startedMs = Date.now();
  process.stderr.write(
    `Installing packages with pnpm ${pnpmVersion}, exactly as the lock file says ...\n`,
  );
  await install().catch((/** @type {Error} */ error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  writeFileSync(record, wanted);
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  process.stderr.write(`Installed in ${seconds} s.\n`);
}

async function install() {
  const { code, output } = await runQuietly(
    await ensurePnpm(),
    ["install", "--frozen-lockfile"],
    root,
  );
  if (code !== 0) throw new Error(`${output}\nThe installation failed: pnpm ended with ${code}.`);
}

/** A clone that moved to another kind of machine needs other binaries under the same lock files. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const file of [join(root, "pnpm-lock.yaml"), pnpmLock]) hash.update(readFileSync(file));
  return `${hash.digest("hex")} ${process.platform}-${process.arch}\n`;
}
