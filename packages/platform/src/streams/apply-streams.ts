import { createStreamController } from "./stream-controller.ts";
import type { StreamSetUp } from "./stream-set-up.ts";

/** Makes every stream and durable that is missing or differs, once. Returns the names of those. */
export async function applyStreams(setUp: StreamSetUp): Promise<readonly string[]> {
  const controller = await createStreamController(setUp);
  try {
    return await controller.apply();
  } finally {
    await controller.stop();
  }
}
