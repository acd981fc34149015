import type { AccountId } from "@sanu/kernel";

/** What a user has left in this minute. */
export interface UserQuota {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * Counts the requests of each user to this gateway. All windows are the same minute, so that beginning a new one is to
 * clear everything: nothing has to be deleted, and a count costs a look into a map.
 */
export function createUserRequests(quota: number, windowMs: number) {
  const counts = new Map<AccountId, number>();
  let endsAt = 0;
  return {
    /** `nowMs` is the time of a clock that does not jump. */
    count(accountId: AccountId, nowMs: number): UserQuota {
      if (nowMs >= endsAt) {
        counts.clear();
        endsAt = nowMs + windowMs;
      }
      const used = (counts.get(accountId) ?? 0) + 1;
      counts.set(accountId, used);
      return {
        isAllowed: used <= quota,
        remaining: Math.max(0, quota - used),
        resetSeconds: Math.max(1, Math.ceil((endsAt - nowMs) / 1_000)),
      };
    },
  };
}
