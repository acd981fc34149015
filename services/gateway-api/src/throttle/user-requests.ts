import type { AccountId } from "@sanu/kernel";

/** What a user has left in this minute. */
export interface UserTurn {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * Counts what each user asks of this gateway. All windows are the same minute, so that beginning a new one is to
 * forget everything: there is nothing to sweep, and a count costs a look into a map.
 */
export function createUserRequests(quota: number, windowMs: number) {
  const counts = new Map<AccountId, number>();
  let endsAt = 0;
  return {
    /** `nowMs` is the time of a clock that does not jump. */
    take(accountId: AccountId, nowMs: number): UserTurn {
      if (nowMs >= endsAt) {
        counts.clear();
        endsAt = nowMs + windowMs;
      }
      const spent = (counts.get(accountId) ?? 0) + 1;
      counts.set(accountId, spent);
      return {
        isAllowed: spent <= quota,
        remaining: Math.max(0, quota - spent),
        resetSeconds: Math.max(1, Math.ceil((endsAt - nowMs) / 1_000)),
      };
    },
  };
}
