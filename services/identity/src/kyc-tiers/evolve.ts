import type { KycTiersEvent } from "./events.ts";
import type { KycTiers } from "./state.ts";

export function evolve(state: KycTiers, event: KycTiersEvent): KycTiers {
  return { limitsXof: state.limitsXof.with(event.kycTier, event.monthlyLimitXof) };
}
