import {
  paymentsOutcomeFacts,
  paymentsRefundFacts,
  paymentsStatementFacts,
  paymentsVerdictFacts,
  payoutsOutcomeFacts,
  payoutsRefundFacts,
  payoutsStatementFacts,
  payoutsVerdictFacts,
  type ReactionGroupName,
} from "@sanu/contracts";
import type { Reaction } from "@sanu/platform";
import type { CaseDeps } from "../case/open.ts";
import {
  outcomeReaction,
  type PayoutReactionDeps,
  paymentReactions,
  payoutReactions,
  refundReactions,
  verdictReaction,
} from "./money-reactions.ts";
import { whenAccountBalanceStated } from "./when-account-balance-stated.ts";
import { whenAccountDeactivated, whenAccountReactivated } from "./when-account-deactivated.ts";
import {
  type ErasureDeps,
  whenAccountErased,
  whenAccountErasureRequested,
} from "./when-account-erased.ts";
import { whenAccountIdentityProven } from "./when-account-identity-proven.ts";
import { whenAccountSuspended, whenAccountSuspensionLifted } from "./when-account-suspended.ts";
import { type FloatDeps, whenFloatReported } from "./when-float-reported.ts";
import { whenOrderingKeyChanged } from "./when-ordering-key-changed.ts";
import type { PaymentDeps } from "./when-payment-completed.ts";
import { type LinkDeps, whenPaymentInitiated } from "./when-payment-initiated.ts";
import { statementReactions } from "./when-statement-difference.ts";
import {
  type TierDeps,
  whenAccountTierChanged,
  whenKycTierLimitChanged,
} from "./when-tier-changed.ts";

export type ReactionsDeps = LinkDeps &
  PaymentDeps &
  PayoutReactionDeps &
  TierDeps &
  ErasureDeps &
  CaseDeps &
  Pick<FloatDeps, "closedMarks">;

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
        ...statementReactions(deps, paymentsStatementFacts),
        verdictReaction(deps, paymentsVerdictFacts),
        outcomeReaction(deps, paymentsOutcomeFacts),
        whenAccountBalanceStated(deps),
      ],
    },
    {
      group: "transactions-from-payouts",
      reactions: [
        ...payoutReactions(deps),
        ...refundReactions(deps, payoutsRefundFacts),
        ...statementReactions(deps, payoutsStatementFacts),
        verdictReaction(deps, payoutsVerdictFacts),
        outcomeReaction(deps, payoutsOutcomeFacts),
      ],
    },
    { group: "transactions-floats-from-payouts", reactions: [whenFloatReported(deps)] },
    {
      group: "transactions-from-identity",
      reactions: [
        whenAccountTierChanged(deps),
        whenKycTierLimitChanged(deps),
        whenAccountErasureRequested(deps),
        whenAccountErased(deps),
        whenAccountIdentityProven(deps),
        whenAccountSuspended(deps),
        whenAccountSuspensionLifted(deps),
        whenAccountDeactivated(deps),
        whenAccountReactivated(deps),
        whenOrderingKeyChanged(deps),
      ],
    },
  ];
}
