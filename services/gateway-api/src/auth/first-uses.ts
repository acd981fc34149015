import { createLoop, type Loop, type LoopOptions, type NextRun } from "@sanu/platform";
import { sessionLimits } from "../limits.ts";

/** Records with identity which tokens came into use, until it has replied: the tokens they replaced end a minute later. */
export interface FirstUses extends Pick<Loop, "start" | "stop"> {
  /** A token that replaced another was seen here for the first time. */
  readonly add: (tokenId: string) => void;
}

/** `record` says whether identity replied. No request waits for it. */
export function createFirstUses(
  record: (tokenId: string) => Promise<boolean>,
  reporting: Pick<LoopOptions, "logger" | "metrics"> = {},
): FirstUses {
  const unrecorded = new Set<string>();

  const recordOne = async (tokenId: string): Promise<boolean> => {
    const isRecorded = await record(tokenId);
    unrecorded.delete(tokenId);
    // Behind the others, so that it holds none of them up.
    if (!isRecorded) unrecorded.add(tokenId);
    return isRecorded;
  };
  const recordSome = async (): Promise<NextRun> => {
    const some = [...unrecorded].slice(0, sessionLimits.firstUsesAtOnceMax);
    const areRecorded = await Promise.all(some.map(recordOne));
    if (areRecorded.includes(false)) return { notBeforeMs: sessionLimits.firstUseRetryMs };
    return unrecorded.size > 0 ? "at-once" : "idle";
  };
  const { start, stop, wake } = createLoop({
    name: "first-uses",
    work: recordSome,
    idleMs: Infinity,
    ...reporting,
  });
  return {
    start,
    stop,
    add(tokenId) {
      if (unrecorded.size >= sessionLimits.firstUsesMax) return;
      unrecorded.add(tokenId);
      wake();
    },
  };
}
