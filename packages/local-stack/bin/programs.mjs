import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./root.mjs";

/**
 * What stays out of a bundle and is found in the program's `node_modules`: a native module, a plugin that serves files lying
 * beside it, and a library that reads its WebAssembly from beside it.
 */
const unbundled = ["@node-rs/argon2", "@fastify/swagger-ui", "tiny-secp256k1"];

/**
 * The programs that run outside a developer's clone: their folders, counted from the root, and which of their packages
 * stay out of the bundle. A program that brings such a package in through another one names it itself. What is optional
 * stays out of bundle and image: a program looks for it when it is needed, and says so where it is not there. A file that is
 * named `…-thread.ts` is started by its program as a thread, and becomes a file beside that of the program.
 * @returns {{ folder: string, files: { name: string, source: string }[], external: string[], optional: string[] }[]}
 */
export function listPrograms() {
  return ["packages", "services"]
    .flatMap((kind) => readdirSync(join(root, kind)).map((name) => join(kind, name)))
    .filter((folder) => existsSync(join(root, folder, "src", "main.ts")))
    .map((folder) => {
      const { dependencies, optionalDependencies = {} } = JSON.parse(
        readFileSync(join(root, folder, "package.json"), "utf8"),
      );
      const external = unbundled.filter((name) => name in dependencies);
      const sources = [
        "src/main.ts",
        ...globSync("src/**/*-thread.ts", { cwd: join(root, folder) }),
      ];
      const files = sources.map((source) => ({ name: `${basename(source, ".ts")}.js`, source }));
      return { folder, files, external, optional: Object.keys(optionalDependencies) };
    });
}
