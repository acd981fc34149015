import type { CountryCode } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { tokenLimits } from "../limits.ts";

export interface ShownKey {
  readonly keyId: string;
  readonly keyHash: string;
  readonly scopes: readonly string[];
  readonly requestsPerMinute: number;
  /** When identity was asked whether it counts, by identity's own moment. */
  readonly askedAtMs: number;
}

export interface Principal {
  readonly accountId: AccountId;
  readonly roles: readonly string[];
  /** The account's; null where nothing says it, as of machines. */
  readonly country: CountryCode | null;
  /** When the token ends; nothing for who comes by the staging header. */
  readonly expiresAtMs: number | null;
  /** The token and the session it belongs to; nothing for who comes by the staging header. */
  readonly token: { readonly sessionId: string; readonly tokenId: string } | null;
  /** What a machine came with in place of a token. */
  readonly apiKey?: ShownKey;
}

export interface VerifiedTokens {
  readonly find: (token: string) => Principal | undefined;
  readonly remember: (token: string, principal: Principal, expiresAtMs: number) => void;
}

interface Entry {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

/**
 * Tokens whose signature was checked before: checking costs more than everything else the gateway does for a
 * request. An entry lives until its token ends; the one unused for longest goes first when there are too many.
 */
export function createVerifiedTokens(
  nowMs: () => number,
  entriesMax: number = tokenLimits.verifiedTokensMax,
): VerifiedTokens {
  // A Map keeps the order of insertion, so the first key is the one unused for longest.
  const entries = new Map<string, Entry>();
  return {
    find(token) {
      const entry = entries.get(token);
      if (entry === undefined) return undefined;
      entries.delete(token);
      if (entry.expiresAtMs <= nowMs()) return undefined;
      entries.set(token, entry);
      return entry.principal;
    },
    remember(token, principal, expiresAtMs) {
      entries.set(token, { principal, expiresAtMs });
      if (entries.size <= entriesMax) return;
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        return;
      }
    },
  };
}
