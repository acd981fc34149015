import { paymentsRefundFacts, payoutsRefundFacts, type ReactionGroupName } from "@sanu/contracts";
import type { Reaction } from "@sanu/platform";
import {
  type PayoutReactionDeps,
  paymentReactions,
  payoutReactions,
  refundReactions,
} from "./money-reactions.ts";
import {
  type ErasureNeeds,
  whenAccountErased,
  whenAccountErasureRequested,
} from "./when-account-erased.ts";
import { type LinkNeeds, whenPaymentInitiated } from "./when-payment-initiated.ts";
import {
  type TierNeeds,
  whenAccountTierChanged,
  whenKycTierLimitChanged,
} from "./when-tier-changed.ts";

export type ReactionsDeps = LinkNeeds & PayoutReactionDeps & TierNeeds & ErasureNeeds;

export function reactionsOf(
  deps: ReactionsDeps,
): readonly { readonly group: ReactionGroupName; readonly reactions: readonly Reaction[] }[] {
  return [
    {
      group: "transactions-from-payments",
      reactions: [
        whenPaymentInitiated(deps),
        ...paymentReactions(deps),
        ...refundReactions(deps, paymentsRefundFacts),
      ],
    },
    {
      group: "transactions-from-payouts",
      reactions: [...payoutReactions(deps), ...refundReactions(deps, payoutsRefundFacts)],
    },
    {
      group: "transactions-from-identity",
      reactions: [
        whenAccountTierChanged(deps),
        whenKycTierLimitChanged(deps),
        whenAccountErasureRequested(deps),
        whenAccountErased(deps),
      ],
    },
  ];
}
