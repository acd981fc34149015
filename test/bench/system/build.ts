import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

/** Builds the programs that are measured, so that no old build is. Throws when it fails. */
export function buildPrograms(): void {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const built = spawnSync(process.execPath, [tsc, "-b", "test/tsconfig.build.json"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (built.status !== 0) throw new Error("The programs cannot be built");
}
