import { createHash, type Hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

/**
 * Names what runs, so that nobody goes on with what other code began: a bundle by its bytes, a clone by all sources that a
 * program may be made of, and by the libraries that it has.
 */
export function buildIdentity(program: string): string {
  const hash = createHash("sha256");
  if (program.endsWith(".ts")) for (const name of listSources()) add(hash, name);
  else hash.update(readFileSync(program));
  return hash.digest("base64url");
}

function add(hash: Hash, name: string): void {
  const bytes = readFileSync(join(root, name));
  hash.update(`${name} ${bytes.length}\n`).update(bytes);
}

function listSources(): readonly string[] {
  const found = globSync("{packages,services}/*/src/**/*.ts", {
    cwd: root,
    exclude: ["**/*.test.ts", "**/*.fixture.ts"],
  });
  return ["pnpm-lock.yaml", ...found.toSorted()];
}
