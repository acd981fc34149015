import { createGate, createLogger, createRelay } from "@sanu/platform";

type Options = Parameters<typeof createRelay>[0];

/** A relay behind an open gate, which says only what goes wrong. */
export function createBenchRelay(
  options: Omit<Options, "gate" | "logger">,
): ReturnType<typeof createRelay> {
  const logger = createLogger({ service: "bench", level: "warn" });
  return createRelay({ ...options, gate: createGate(), logger });
}
