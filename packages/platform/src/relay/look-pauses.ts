import { idlePauseMs } from "../loop/next-run.ts";
import { type RelayTimes, relayLimits } from "./limits.ts";

/** How long a relay that found nothing waits for its next look at the log, and at the stream's end. */
export interface LookPauses {
  /** `isWoken`: somebody had said that it is there. */
  readonly found: (isWoken: boolean) => void;
  readonly logMs: () => number;
  readonly streamEndMs: () => number;
}

/**
 * Looks at the log are the net under wake-ups, and close to each other only while something comes of which nobody had told. What is
 * published may be lost whoever had told of it.
 */
export function createLookPauses({
  pollMs,
  inspectMs,
}: Pick<RelayTimes, "pollMs" | "inspectMs">): LookPauses {
  let foundAt = performance.now();
  let unannouncedAt = foundAt;
  return {
    found(isWoken) {
      foundAt = performance.now();
      if (!isWoken) unannouncedAt = foundAt;
    },
    logMs() {
      const pauses = { idleMs: pollMs, quietIdleMs: relayLimits.quietPollMs };
      return idlePauseMs(performance.now() - unannouncedAt, pauses);
    },
    streamEndMs() {
      const pauses = { idleMs: inspectMs, quietIdleMs: relayLimits.quietInspectMs };
      return idlePauseMs(performance.now() - foundAt, pauses);
    },
  };
}
