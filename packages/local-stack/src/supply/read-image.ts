import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { purlOf } from "./bom.ts";
import type { Image, Program } from "./describe-image.ts";

const Manifest = z.object({ name: z.string(), version: z.string() });
const SourceMap = z.object({ sources: z.array(z.string()) });

export interface Built {
  /** The folder of the clone, where the source maps of the programs are. */
  readonly root: string;
  /** What `collect.mjs` made of it. */
  readonly collected: string;
  readonly programs: readonly { readonly folder: string; readonly external: readonly string[] }[];
}

/** What an image of this build holds: the parts of each bundle by its source map, and the packages that lie beside them. */
export function readImage({ root, collected, programs }: Built): Omit<Image, "base"> {
  const stores = ["*", "@*/*"].map((name) => `node_modules/.pnpm/*/node_modules/${name}`);
  const packages = globSync(stores, { cwd: collected, withFileTypes: true })
    .filter((each) => each.isDirectory() && !each.name.startsWith("@"))
    .map((each) => readPurl(join(each.parentPath, each.name)));
  return {
    packages: unique(packages),
    programs: programs.map(({ folder, external }) => readProgram(root, folder, external)),
  };
}

function readProgram(root: string, folder: string, external: readonly string[]): Program {
  const file = join(root, folder, "dist", "main.js");
  const { sources } = SourceMap.parse(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  const folders = sources.flatMap((source) => {
    const found = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0];
    return found === undefined ? [] : [join(root, folder, "dist", found)];
  });
  const beside = external.map((name) => join(root, folder, "node_modules", name));
  return {
    ...readManifest(join(root, folder)),
    sha256: createHash("sha256").update(readFileSync(file)).digest("hex"),
    packages: unique([...new Set([...folders, ...beside])].map(readPurl)),
  };
}

function readPurl(folder: string): string {
  const { name, version } = readManifest(folder);
  return purlOf(name, version);
}

function readManifest(folder: string): z.infer<typeof Manifest> {
  return Manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
