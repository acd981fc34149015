import type { Clock, XofPerBtc } from "@sanu/kernel";
import { createPrices, type Prices, type PricingTerms } from "./prices.ts";
import type { RateSource } from "./rate-source.ts";
import { closedRateSource, createSandboxRateSource } from "./sandbox-rate-source.ts";

/** How the house prices, as it is configured. */
export interface PricingSettings extends PricingTerms {
  readonly rateSource: "sandbox" | "closed";
  readonly sandboxMidXofPerBtc: XofPerBtc;
}

/** The prices of the configured source, or of another one where it is given. */
export function housePrices(
  settings: PricingSettings,
  clock: Clock,
  source: RateSource = sourceOf(settings, clock),
): Prices {
  return createPrices({ ...settings, source, clock });
}

function sourceOf(settings: PricingSettings, clock: Clock): RateSource {
  if (settings.rateSource === "closed") return closedRateSource;
  return createSandboxRateSource({ midXofPerBtc: settings.sandboxMidXofPerBtc, clock });
}
