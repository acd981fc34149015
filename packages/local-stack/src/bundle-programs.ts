import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { cloneFolder } from "./folders/data-folder.ts";

const bundler = join(cloneFolder, "packages", "local-stack", "bin", "bundle.mjs");

/**
 * Bundles every program of the clone, as `pnpm build` does, so that none that is run is an old one. Throws with what
 * the bundler said when it fails.
 */
export async function bundlePrograms(): Promise<void> {
  await promisify(execFile)(process.execPath, [bundler]);
}
