import type { ReactionGroupName } from "@sanu/contracts";
import type { Reaction } from "@sanu/platform";
import {
  type ErasureNeeds,
  whenAccountErased,
  whenAccountErasureRequested,
} from "./when-account-erased.ts";
import { whenPaymentCompleted } from "./when-payment-completed.ts";
import { whenPaymentDiscrepancyFound } from "./when-payment-discrepancy-found.ts";
import { whenPaymentFailed } from "./when-payment-failed.ts";
import { type LinkNeeds, whenPaymentInitiated } from "./when-payment-initiated.ts";
import { whenPaymentOutcomeUnknown } from "./when-payment-outcome-unknown.ts";
import { whenPayoutFailed } from "./when-payout-failed.ts";
import { whenPayoutOutcomeUnknown } from "./when-payout-outcome-unknown.ts";
import { type SettledNeeds, whenPayoutSettled } from "./when-payout-settled.ts";
import { whenRefundFailed } from "./when-refund-failed.ts";
import { whenRefundOutcomeUnknown } from "./when-refund-outcome-unknown.ts";
import { whenRefundSettled } from "./when-refund-settled.ts";
import { whenReturnFailed } from "./when-return-failed.ts";
import { whenReturnOutcomeUnknown } from "./when-return-outcome-unknown.ts";
import { whenReturnSettled } from "./when-return-settled.ts";
import {
  type TierNeeds,
  whenAccountTierChanged,
  whenKycTierLimitChanged,
} from "./when-tier-changed.ts";

export type ReactionsNeeds = LinkNeeds & SettledNeeds & TierNeeds & ErasureNeeds;

export function reactionsOf(
  needs: ReactionsNeeds,
): readonly { readonly group: ReactionGroupName; readonly reactions: readonly Reaction[] }[] {
  return [
    {
      group: "transactions-from-payments",
      reactions: [
        whenPaymentInitiated(needs),
        whenPaymentCompleted(needs),
        whenPaymentFailed(needs),
        whenPaymentDiscrepancyFound(needs),
        whenPaymentOutcomeUnknown(needs),
        whenRefundSettled(needs),
        whenRefundFailed(needs),
        whenRefundOutcomeUnknown(needs),
      ],
    },
    {
      group: "transactions-from-payouts",
      reactions: [
        whenPayoutSettled(needs),
        whenPayoutFailed(needs),
        whenPayoutOutcomeUnknown(needs),
        whenReturnSettled(needs),
        whenReturnFailed(needs),
        whenReturnOutcomeUnknown(needs),
      ],
    },
    {
      group: "transactions-from-identity",
      reactions: [
        whenAccountTierChanged(needs),
        whenKycTierLimitChanged(needs),
        whenAccountErasureRequested(needs),
        whenAccountErased(needs),
      ],
    },
  ];
}
