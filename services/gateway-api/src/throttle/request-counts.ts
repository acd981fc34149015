/** What somebody has left in this minute. */
export interface Quota {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * Counts requests to this gateway by who sends them. All windows are the same minute, so that beginning a new one is to
 * clear everything: nothing has to be deleted, and a count costs a look into a map.
 */
export function createRequestCounts<Sender extends string>(quota: number, windowMs: number) {
  const counts = new Map<Sender, number>();
  let endsAt = 0;
  const beginWindow = (nowMs: number): void => {
    if (nowMs < endsAt) return;
    counts.clear();
    endsAt = nowMs + windowMs;
  };
  return {
    /** Takes one back that was counted for nothing. */
    release(sender: Sender): void {
      counts.set(sender, Math.max(0, (counts.get(sender) ?? 0) - 1));
    },
    /** `nowMs` is the time of a clock that does not jump; `own` the quota of who has one of her own. */
    count(sender: Sender, nowMs: number, own: number = quota): Quota {
      beginWindow(nowMs);
      const used = (counts.get(sender) ?? 0) + 1;
      counts.set(sender, used);
      return {
        isAllowed: used <= own,
        remaining: Math.max(0, own - used),
        resetSeconds: Math.max(1, Math.ceil((endsAt - nowMs) / 1_000)),
      };
    },
  };
}
