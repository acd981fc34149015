import {
  AccountActivated as AccountActivatedFact,
  AccountErased as AccountErasedFact,
  AccountErasureRequested,
  AccountTierChanged as AccountTierChangedFact,
  KycTierLimitChanged as KycTierLimitChangedFact,
} from "@sanu/contracts";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { AccountEvent } from "./account/events.ts";
import type { KycTiersEvent } from "./kyc-tiers/events.ts";

/** The public form of an event: what changes what an account may do elsewhere. */
export function publish(event: AccountEvent): PublicFact | undefined {
  switch (event.type) {
    case "AccountActivated": {
      const { accountId, country, kycTier, activatedAt } = event;
      return publicFact(AccountActivatedFact, { accountId, country, kycTier, activatedAt });
    }
    case "KycTierChanged": {
      const { accountId, kycTier, at } = event;
      return publicFact(AccountTierChangedFact, { accountId, kycTier, changedAt: at });
    }
    case "ErasureRequested": {
      const { accountId, erasureId, at } = event;
      return publicFact(AccountErasureRequested, { accountId, erasureId, requestedAt: at });
    }
    case "AccountErased": {
      const { accountId, at } = event;
      return publicFact(AccountErasedFact, { accountId, erasedAt: at });
    }
    default:
      return undefined;
  }
}

/** The public form of a change of the tiers; who changed them is nobody else's business. */
export function publishTiers({ kycTier, monthlyLimitXof, at }: KycTiersEvent): PublicFact {
  const fact = { kycTier, monthlyLimitXof: `${monthlyLimitXof}`, changedAt: at };
  return publicFact(KycTierLimitChangedFact, fact);
}
