import { createStreamController } from "./stream-controller.ts";
import type { StreamSetUp } from "./stream-set-up.ts";

/** Once. Returns what was missing or differed. */
export async function applyStreams(setUp: StreamSetUp): Promise<readonly string[]> {
  const controller = await createStreamController(setUp);
  try {
    return await controller.apply();
  } finally {
    await controller.stop();
  }
}
