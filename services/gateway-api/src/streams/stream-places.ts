import type { Principal } from "../auth/verified-tokens.ts";
import { streamLimits } from "../limits.ts";

/** Who looks: somebody with a token, or whoever holds a page's token. */
export type StreamOwner =
  | { readonly kind: "user"; readonly principal: Principal }
  | { readonly kind: "page"; readonly token: string };

/** What is looked at: an order of this account, and whether its money is in. */
export interface Followed {
  readonly accountId: string | null;
  readonly isPaid: boolean;
}

export interface ReservedPlace {
  /** Once it is known what is followed; nothing where there is room for it. */
  readonly take: (followed: Followed) => "too-many" | "full" | undefined;
  readonly release: () => void;
}

/**
 * Counts streams by who looks, by whose order it is, and together. Pages need no account, so they never use the places of
 * those who have one; and what nobody has paid for leaves some to those who have.
 */
export function createStreamPlaces() {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, by: 1 | -1): void => {
    const count = countOf(key) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    reserve(owner: StreamOwner): ReservedPlace | "too-many" | "full" {
      const { kind } = owner;
      const own = kind === "page" ? `page ${owner.token}` : `user ${owner.principal.accountId}`;
      const unpaid = `unpaid ${kind}`;
      if (countOf(own) >= streamLimits.perOwnerMax[kind]) return "too-many";
      if (countOf(kind) >= streamLimits.openMax[kind]) return "full";
      const taken = [own, kind as string];
      for (const key of taken) add(key, 1);
      return {
        take({ accountId, isPaid }) {
          const account = `pages of ${accountId}`;
          const isPage = kind === "page" && accountId !== null;
          if (isPage && countOf(account) >= streamLimits.pagesOfAccountMax) return "too-many";
          if (!isPaid && countOf(unpaid) >= streamLimits.unpaidMax[kind]) return "full";
          for (const key of [...(isPage ? [account] : []), ...(isPaid ? [] : [unpaid])]) {
            taken.push(key);
            add(key, 1);
          }
          return undefined;
        },
        release() {
          for (const key of taken.splice(0)) add(key, -1);
        },
      };
    },
    /** How many different things are counted; none when nobody looks. */
    size: () => counts.size,
  };
}
