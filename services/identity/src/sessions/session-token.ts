import type { AccountRole } from "@sanu/contracts";
import { type AccountId, type Instant, plusMs } from "@sanu/kernel";
import { sessionLimits } from "./session-limits.ts";

/** A token as the database knows it: everything that the signed one says. */
export interface SessionToken {
  readonly accountId: AccountId;
  readonly sessionId: string;
  readonly tokenId: string;
  /** The token that this one was refreshed from. */
  readonly replaces: string | null;
  readonly roles: readonly AccountRole[];
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

/** When a token that is issued now ends. Whole seconds, as tokens count them. */
export function tokenEndOf(issuedAt: Instant): Instant {
  return plusMs(issuedAt, sessionLimits.tokenLifeSeconds * 1_000);
}
