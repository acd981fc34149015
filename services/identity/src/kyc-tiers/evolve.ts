import { unreachable } from "@sanu/kernel";
import type { KycTiersEvent } from "./events.ts";
import type { KycTiers } from "./state.ts";

export function evolve({ limits }: KycTiers, event: KycTiersEvent): KycTiers {
  const { kycTier, monthlyLimitXof } = event;
  switch (event.type) {
    case "KycTierDefaultApplied":
      return { limits: limits.with(kycTier, { monthlyLimitXof, setBy: "default" }) };
    case "KycTierLimitChanged":
      return { limits: limits.with(kycTier, { monthlyLimitXof, setBy: "admin" }) };
    default:
      return unreachable(event);
  }
}
