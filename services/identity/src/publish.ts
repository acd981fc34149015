import {
  AccountActivated,
  AccountDeactivated,
  AccountErased,
  AccountErasureRequested,
  AccountIdentityProven,
  AccountReactivated,
  AccountSuspended,
  AccountSuspensionLifted,
  AccountTierChanged,
  KycTierLimitChanged,
  OrderingKeyChanged,
} from "@sanu/contracts";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { AccountEvent } from "./account/events.ts";
import type { KycTiersEvent } from "./kyc-tiers/events.ts";

/** The public form of an event: what changes what an account may do elsewhere. */
export function publish(event: AccountEvent): PublicFact | undefined {
  switch (event.type) {
    case "AccountActivated": {
      const { accountId, country, kycTier, activatedAt } = event;
      return publicFact(AccountActivated, { accountId, country, kycTier, activatedAt });
    }
    case "KycTierChanged": {
      const { accountId, kycTier, at } = event;
      return publicFact(AccountTierChanged, { accountId, kycTier, changedAt: at });
    }
    case "KycApproved": {
      const { accountId, documentHmac, at } = event;
      return publicFact(AccountIdentityProven, { accountId, documentHmac, provenAt: at });
    }
    case "AccountDeactivated": {
      const { accountId, at } = event;
      return publicFact(AccountDeactivated, { accountId, deactivatedAt: at });
    }
    case "AccountReactivated": {
      const { accountId, at } = event;
      return publicFact(AccountReactivated, { accountId, reactivatedAt: at });
    }
    case "AccountSuspended": {
      const { accountId, at } = event;
      return publicFact(AccountSuspended, { accountId, suspendedAt: at });
    }
    case "SuspensionLifted": {
      const { accountId, at } = event;
      return publicFact(AccountSuspensionLifted, { accountId, liftedAt: at });
    }
    case "OrderingKeyChanged": {
      const { keyId, accountId, openTransactionsMax, monthlyLimitXof, endsAt, at } = event;
      const allowed = { openTransactionsMax, monthlyLimitXof, endsAt };
      return publicFact(OrderingKeyChanged, { keyId, accountId, ...allowed, changedAt: at });
    }
    case "ErasureRequested": {
      const { accountId, erasureId, at } = event;
      return publicFact(AccountErasureRequested, { accountId, erasureId, requestedAt: at });
    }
    case "AccountErased": {
      const { accountId, sealed, at } = event;
      return publicFact(AccountErased, { accountId, erasedAt: at, sealedUntil: sealed?.until });
    }
    default:
      return undefined;
  }
}

/** Every limit is public, a default as well as an admin's; who set it is nobody else's business. */
export function publishTiers({ kycTier, monthlyLimitXof, at }: KycTiersEvent): PublicFact {
  return publicFact(KycTierLimitChanged, { kycTier, monthlyLimitXof, changedAt: at });
}
