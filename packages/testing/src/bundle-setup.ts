import { bundlePrograms } from "@sanu/local-stack";

/** Vitest's global set-up for tests that run programs as processes: what an image runs, made once for the whole run. */
export async function setup(): Promise<void> {
  // Each project that asks for them sets up on its own.
  if (process.env["SANU_TEST_BUNDLED"] === "1") return;
  process.env["SANU_TEST_BUNDLED"] = "1";
  await bundlePrograms();
}
