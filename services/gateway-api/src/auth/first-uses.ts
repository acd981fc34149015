import { sessionLimits } from "../limits.ts";

/** Records with identity which tokens came into use, until it has replied: the tokens they replaced end a minute later. */
export interface FirstUses {
  /** A token that replaced another was seen here for the first time. */
  readonly add: (tokenId: string) => void;
  readonly stop: () => void;
}

/** `record` says whether identity replied. No request waits for it. */
export function createFirstUses(record: (tokenId: string) => Promise<boolean>): FirstUses {
  const unrecorded = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const recordOne = async (tokenId: string): Promise<void> => {
    if (await record(tokenId)) unrecorded.delete(tokenId);
    else if (!isStopped) timer ??= setTimeout(recordAgain, sessionLimits.firstUseRetryMs).unref();
  };
  const recordAgain = (): void => {
    const some = [...unrecorded].slice(0, sessionLimits.firstUsesAtOnceMax);
    const areMore = some.length < unrecorded.size;
    timer = areMore ? setTimeout(recordAgain, sessionLimits.firstUseRetryMs).unref() : undefined;
    for (const tokenId of some) void recordOne(tokenId);
  };
  return {
    add(tokenId) {
      if (unrecorded.size >= sessionLimits.firstUsesMax) return;
      unrecorded.add(tokenId);
      void recordOne(tokenId);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
