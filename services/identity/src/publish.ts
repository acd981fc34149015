import { AccountActivated as AccountActivatedFact } from "@sanu/contracts";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { AccountEvent } from "./account/events.ts";

/** The public form of an event; a registration that proved nothing yet concerns nobody else. */
export function publish(event: AccountEvent): PublicFact | undefined {
  if (event.type !== "AccountActivated") return undefined;
  const { accountId, country, kycTier, activatedAt } = event;
  return publicFact(AccountActivatedFact, { accountId, country, kycTier, activatedAt });
}
