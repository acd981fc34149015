import { sessionLimits } from "../limits.ts";

/** Tells identity of tokens that came into use, until it has heard: the tokens they replaced end a minute later. */
export interface FirstUses {
  /** A token that replaced another was seen here for the first time. */
  readonly note: (tokenId: string) => void;
  readonly stop: () => void;
}

/** `tell` says whether identity has heard. Nobody waits for it: a request that is answered need not. */
export function createFirstUses(tell: (tokenId: string) => Promise<boolean>): FirstUses {
  const untold = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const tellOne = async (tokenId: string): Promise<void> => {
    if (await tell(tokenId)) untold.delete(tokenId);
    else if (!isStopped) timer ??= setTimeout(tellAgain, sessionLimits.firstUseRetryMs).unref();
  };
  const tellAgain = (): void => {
    const some = [...untold].slice(0, sessionLimits.firstUsesAtOnceMax);
    const areMore = some.length < untold.size;
    timer = areMore ? setTimeout(tellAgain, sessionLimits.firstUseRetryMs).unref() : undefined;
    for (const tokenId of some) void tellOne(tokenId);
  };
  return {
    note(tokenId) {
      if (untold.size >= sessionLimits.firstUsesMax) return;
      untold.add(tokenId);
      void tellOne(tokenId);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
