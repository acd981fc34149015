import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tree/repository.ts";
import type { Schema } from "./compare-schemas.ts";

const schemasFolder = "packages/contracts/schemas";

/** Today's schemas of facts by type, or those that a release left. Throws where the release has left none. */
export function readSchemas(version?: string): ReadonlyMap<string, Schema> {
  const folder = folderOf(version);
  return new Map(
    [...readTexts(folder)].map(([name, text]) => [
      name.replace(/\.json$/, ""),
      JSON.parse(text) as Schema,
    ]),
  );
}

/** The files that a release left, as they lie here. */
export function readReleasedTexts(version: string): ReadonlyMap<string, string> {
  return readTexts(folderOf(version));
}

/** The schemas as the commit of a release has them; none where it is older than they are. */
export function readCommitted(commit: string): ReadonlyMap<string, string> {
  const git = (...rest: string[]) =>
    execFileSync("git", ["-c", "safe.directory=*", ...rest], { cwd: root, encoding: "utf8" });
  const paths = git("ls-tree", "-r", "--name-only", commit, `${schemasFolder}/`);
  return new Map(
    paths
      .split("\n")
      .filter((path) => path !== "")
      .map((path) => [path.slice(schemasFolder.length + 1), git("show", `${commit}:${path}`)]),
  );
}

function folderOf(version: string | undefined): string {
  return version === undefined ? schemasFolder : `packages/contracts/released/${version}`;
}

function readTexts(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(root, folder)).toSorted();
  return new Map(names.map((name) => [name, readFileSync(join(root, folder, name), "utf8")]));
}
