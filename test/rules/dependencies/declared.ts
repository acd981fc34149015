import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readText } from "../tree/repository.ts";

const Names = z.record(z.string(), z.string()).default({});

/** The part of a package.json that names other packages. */
const PackageJson = z.object({
  name: z.string(),
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
});
type PackageJson = z.infer<typeof PackageJson>;

/** Reads a package.json; an empty one where the folder has none. */
export function readPackageJson(root: string, folder: string): PackageJson {
  const path = join(folder, "package.json");
  const json: unknown = existsSync(join(root, path))
    ? JSON.parse(readText(path, root))
    : { name: folder };
  return PackageJson.parse(json);
}

/** Looks up, once per package, what a package.json declares. */
export function declaredIn(root: string): (folder: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (folder) => {
    const found = known.get(folder) ?? namesIn(readPackageJson(root, folder));
    known.set(folder, found);
    return found;
  };
}

function namesIn(json: PackageJson): ReadonlySet<string> {
  const { dependencies, devDependencies, optionalDependencies } = json;
  return new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }));
}
