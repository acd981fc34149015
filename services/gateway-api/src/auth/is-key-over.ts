import type { AccountId } from "@sanu/kernel";
import { keyLimits } from "../limits.ts";
import type { RevocationFeed } from "./revocation-feed.ts";
import type { ShownKey } from "./verified-tokens.ts";

/**
 * Whether what is known of a key counts no more: it was revoked, or its account lost its access since identity was asked. The account may
 * have it back by now, so that this is no word about the key itself: identity is asked anew, and a stream is opened anew.
 */
export function isKeyOver(
  feed: Pick<RevocationFeed, "isRevoked" | "findRevokedFromMs">,
  { accountId, apiKey }: { readonly accountId: AccountId; readonly apiKey: ShownKey },
): boolean {
  if (feed.isRevoked(apiKey.keyId)) return true;
  const fromMs = feed.findRevokedFromMs(accountId);
  return fromMs !== undefined && apiKey.askedAtMs <= fromMs + keyLimits.commitMsMax;
}
