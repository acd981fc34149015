import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * What stays out of a bundle and is found in the program's `node_modules`: a native module, and a plugin that serves
 * files lying beside it.
 */
const unbundled = ["@node-rs/argon2", "@fastify/swagger-ui"];

/**
 * The programs that run outside a developer's clone: their folders, counted from the root, and which of their packages
 * stay out of the bundle. A program that brings such a package in through another one names it itself.
 * @returns {{ folder: string, external: string[] }[]}
 */
export function listPrograms() {
  return ["packages", "services"]
    .flatMap((kind) => readdirSync(join(root, kind)).map((name) => join(kind, name)))
    .filter((folder) => existsSync(join(root, folder, "src", "main.ts")))
    .map((folder) => {
      const { dependencies } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
      return { folder, external: unbundled.filter((name) => name in dependencies) };
    });
}
