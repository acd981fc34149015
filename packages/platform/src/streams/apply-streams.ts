import type { StreamChange } from "./stream-changes.ts";
import { createStreamController, type StreamController } from "./stream-controller.ts";
import type { StreamSetUp } from "./stream-set-up.ts";

/** Once. Returns what was missing or differed. */
export function applyStreams(setUp: StreamSetUp): Promise<readonly StreamChange[]> {
  return withController(setUp, ({ apply }) => apply());
}

/** What `applyStreams` would do. */
export function checkStreams(setUp: StreamSetUp): Promise<readonly StreamChange[]> {
  return withController(setUp, ({ findChanges }) => findChanges());
}

async function withController<Result>(
  setUp: StreamSetUp,
  work: (controller: StreamController) => Promise<Result>,
): Promise<Result> {
  const controller = await createStreamController(setUp);
  try {
    return await work(controller);
  } finally {
    await controller.stop();
  }
}
