import { TierLimitAsOf, type TierLimitChange } from "@sanu/contracts";
import { type AccountId, type Clock, fold, newId, xof } from "@sanu/kernel";
import { type EventStore, type ProposedOperation, refuse, runDecider } from "@sanu/platform";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import type { ChangeLimit } from "../../kyc-tiers/commands.ts";
import { kycTiers } from "../../kyc-tiers/decide.ts";
import type { KycTiersEvent } from "../../kyc-tiers/events.ts";
import { kycTiersStream } from "../../kyc-tiers/stream.ts";

export interface TierLimitDeps {
  readonly tiersStore: EventStore<KycTiersEvent>;
  readonly clock: Clock;
}

/** What a tier allows in a month. */
export function tierLimitOperation(deps: TierLimitDeps): ProposedOperation<TierLimitChange> {
  const { tiersStore, clock } = deps;
  return {
    async check(content, by) {
      const state = fold(kycTiers, (await tiersStore.load(kycTiersStream)).events);
      const decision = kycTiers.decide(state, commandOf(content, by, clock));
      if (decision.kind === "refused") return refuse("kyc-tiers-out-of-order");
      const standing = state.limits[content.tier]?.monthlyLimitXof ?? null;
      return { accountId: null, asOf: { monthly_limit: standing === null ? null : `${standing}` } };
    },
    async execute({ content, asOf, proposedBy, approvedBy, reason, settle, context }) {
      const { monthly_limit: standing } = TierLimitAsOf.parse(asOf);
      const asOfXof = standing === null ? {} : { asOfXof: standing };
      const command = { ...commandOf(content, proposedBy, clock), ...asOfXof };
      const { by, reasonId, at, kycTier, monthlyLimitXof } = command;
      const what = { kycTier, monthlyLimitXof: `${monthlyLimitXof}`, approved_by: approvedBy };
      const result = await runDecider({
        store: tiersStore,
        decider: kycTiers,
        streamId: kycTiersStream,
        command,
        context,
        writes: () => [
          settle,
          insertAdminAction({ by, reasonId, at, accountId: null, what, reason }),
        ],
      });
      if (result.kind === "refused") {
        const isOutdated = result.refusal.code === "outdated";
        return isOutdated ? { kind: "outdated" } : refuse("kyc-tiers-out-of-order");
      }
      return result.kind === "accepted" ? { kind: "executed" } : result;
    },
  };
}

function commandOf(
  { tier, monthly_limit: limit }: TierLimitChange,
  by: AccountId,
  clock: Clock,
): ChangeLimit {
  const monthlyLimitXof = xof(BigInt(limit));
  const action = { by, reasonId: newId<string>(), at: clock.now() };
  return { kind: "change-limit", kycTier: tier, monthlyLimitXof, ...action };
}
