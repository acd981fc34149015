import { accepted, type Decision, decideBy, nothingNew, refused } from "@sanu/kernel";
import type { ApplyDefaults, ChangeLimit, KycTiersCommand } from "./commands.ts";
import type { KycTiersEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { KycTiersRefusal } from "./refusals.ts";
import { type KycTiers, noLimits } from "./state.ts";

type KycTiersDecision = Decision<KycTiersEvent, KycTiersRefusal>;

export const decide = decideBy<KycTiers, KycTiersCommand, KycTiersDecision>({
  "apply-defaults": applyDefaults,
  "change-limit": changeLimit,
});

function applyDefaults(state: KycTiers, { limitsXof, at }: ApplyDefaults) {
  const [first, ...others] = limitsXof.flatMap((monthlyLimitXof, kycTier): KycTiersEvent[] => {
    const standing = state.limits[kycTier];
    const isSaid = standing?.setBy === "admin" || standing?.monthlyLimitXof === monthlyLimitXof;
    return isSaid ? [] : [{ type: "KycTierDefaultApplied", v: 1, kycTier, monthlyLimitXof, at }];
  });
  return first === undefined ? nothingNew() : inOrder(state, [first, ...others]);
}

/** Also the value that stands is news: from now on it is an admin's, and no default changes it. */
function changeLimit(state: KycTiers, { kind: _kind, asOfXof, ...change }: ChangeLimit) {
  if (!(change.kycTier in state.limits)) return refused("unknown-tier");
  const standing = state.limits[change.kycTier]?.monthlyLimitXof;
  if (asOfXof !== undefined && asOfXof !== standing) return refused("outdated");
  return inOrder(state, [{ type: "KycTierLimitChanged", v: 1, ...change }]);
}

function inOrder(state: KycTiers, events: readonly [KycTiersEvent, ...KycTiersEvent[]]) {
  const { limits } = events.reduce(evolve, state);
  const limitsXof = limits.flatMap((limit) => limit?.monthlyLimitXof ?? []);
  const isFalling = limitsXof.some((limit, place) => limit < (limitsXof[place - 1] ?? 0n));
  return isFalling ? refused("tiers-out-of-order") : accepted(...events);
}

export const kycTiers = { initial: noLimits, decide, evolve };
