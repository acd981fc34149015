import { bundlePrograms } from "@sanu/local-stack";

/** Vitest's global set-up for tests that run programs as processes: what an image runs, made once for the whole run. */
export async function setup(): Promise<void> {
  await bundlePrograms();
}
