import { accepted, type Decider, type Decision, nothingNew, refused } from "@sanu/kernel";
import type { KycTiersCommand } from "./commands.ts";
import type { KycTiersEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { KycTiersRefusal } from "./refusals.ts";
import { firstTiers, type KycTiers } from "./state.ts";

export function decide(
  state: KycTiers,
  command: KycTiersCommand,
): Decision<KycTiersEvent, KycTiersRefusal> {
  const { kycTier, monthlyLimitXof, by, reasonId, at } = command;
  const before = state.limitsXof[kycTier];
  if (before === undefined) return refused("unknown-tier");
  if (before === monthlyLimitXof) return nothingNew();
  const limitsXof = state.limitsXof.with(kycTier, monthlyLimitXof);
  const isFalling = limitsXof.some((limit, tier) => limit < (limitsXof[tier - 1] ?? 0n));
  if (isFalling) return refused("tiers-out-of-order");
  const changed = { type: "KycTierLimitChanged", v: 1, kycTier, monthlyLimitXof } as const;
  return accepted({ ...changed, by, reasonId, at });
}

/** The aggregate: where it starts, how facts change it and what it answers. */
export const kycTiers: Decider<KycTiers, KycTiersCommand, KycTiersEvent, KycTiersRefusal> = {
  initial: firstTiers,
  decide,
  evolve,
};
