import type { ReactionGroupName } from "@sanu/contracts";
import type { Reaction } from "@sanu/platform";
import { whenPaymentCompleted } from "./when-payment-completed.ts";
import { whenPaymentDiscrepancyFound } from "./when-payment-discrepancy-found.ts";
import { whenPaymentFailed } from "./when-payment-failed.ts";
import { type LinkNeeds, whenPaymentInitiated } from "./when-payment-initiated.ts";
import { whenPayoutFailed } from "./when-payout-failed.ts";
import { type SettledNeeds, whenPayoutSettled } from "./when-payout-settled.ts";

export type ReactionsNeeds = LinkNeeds & SettledNeeds;

/** Every reaction of transactions, by the group it belongs to. */
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
      ],
    },
    {
      group: "transactions-from-payouts",
      reactions: [whenPayoutSettled(needs), whenPayoutFailed(needs)],
    },
  ];
}
