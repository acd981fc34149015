// Plain JavaScript for Node 18: this runs before anything is installed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { runQuietly } from "./run-quietly.mjs";

const folder = join(root, "packages", "local-stack", "pnpm");
/** Names the bytes of pnpm, platform by platform: npm refuses others. */
export const pnpmLock = join(folder, "package-lock.json");
const record = join(folder, "node_modules", ".sanu-lock");

const name = `@pnpm/exe.${process.platform}-${process.arch}`;
const program = join(folder, "node_modules", name, "pnpm");
const { optionalDependencies: named } = JSON.parse(
  readFileSync(join(folder, "package.json"), "utf8"),
);

/** The version of pnpm that this repository is installed with. */
export const pnpmVersion = Object.values(named)[0];

/**
 * The program of pnpm, installed with the bytes that its lock names. On a machine for which the lock names none it is
 * the user's own pnpm of the same version.
 * @returns {Promise<string>}
 */
export async function ensurePnpm() {
  if (!(name in named)) return ownPnpm();
  const wanted = createHash("sha256").update(readFileSync(pnpmLock)).digest("hex");
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return program;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  const { code, output } = await runQuietly("npm", args, folder);
  // A package that is only for some machines is left out in silence when it is not what the lock says.
  if (code !== 0 || !existsSync(program)) {
    const why = `npm ci ended with ${code} and no ${name} whose bytes are those of ${pnpmLock}`;
    throw new Error(`${output}\npnpm ${pnpmVersion} was not installed: ${why}.`);
  }
  writeFileSync(record, wanted);
  return program;
}

/** @returns {Promise<string>} */
async function ownPnpm() {
  const { code, output } = await runQuietly("pnpm", ["--version"], folder);
  if (code === 0 && output.trim() === pnpmVersion) return "pnpm";
  throw new Error(`${pnpmLock} names no ${name}: please install pnpm ${pnpmVersion} yourself.`);
}
