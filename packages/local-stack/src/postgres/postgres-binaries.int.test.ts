import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { chooseDataFolder } from "../folders/data-folder.ts";
import { findPackage, findPostgresBinaries } from "./postgres-binaries.ts";
import { postgresAccount } from "./server-account.ts";
import { startPostgres } from "./start-postgres.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-binaries-"));
  chmodSync(folder, 0o755);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("uses the programs where the package has them when they can be run there", () => {
  const packaged = join(folder, "package");
  cpSync(findPackage(), packaged, { recursive: true, verbatimSymlinks: true });

  const found = findPostgresBinaries(postgresAccount(), join(folder, "copies"), packaged);

  expect(found.postgres.startsWith(packaged)).toBe(true);
  expect(existsSync(join(folder, "copies"))).toBe(false);
});

it("copies the programs and keeps the data outside a clone that its user cannot reach", async () => {
  const account = postgresAccount();
  const home = join(folder, "home");
  const clone = join(home, "clone");
  const packaged = join(clone, "package");
  mkdirSync(clone, { recursive: true });
  cpSync(findPackage(), packaged, { recursive: true, verbatimSymlinks: true });
  chmodSync(home, 0o700);

  const chosen = chooseDataFolder(account, { clone, systemFolder: join(folder, "var") });
  const binariesDir = join(chosen.folder, "binaries");
  const found = findPostgresBinaries(account, binariesDir, packaged);
  const postgres = await startPostgres({ dataDir: join(chosen.folder, "postgres") });
  await postgres.stop("fast");

  // Only root runs Postgres as somebody else, so only then is anything out of reach.
  const closed = account !== undefined;
  expect(chosen.reason !== undefined).toBe(closed);
  expect(dirname(chosen.folder)).toBe(closed ? join(folder, "var") : clone);
  expect(found.postgres.startsWith(closed ? binariesDir : packaged)).toBe(true);
});
