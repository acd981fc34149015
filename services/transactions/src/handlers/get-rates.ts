import { GetRates } from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import type { Prices } from "../rates/prices.ts";
import { ratesView } from "../rates/rates-view.ts";

/** The rates from memory; `rate-unavailable` while none can be trusted. */
export const getRates = ({ prices }: { readonly prices: Prices }) =>
  handleRequest(GetRates, () => {
    const trusted = prices.findTrusted();
    return Promise.resolve(
      trusted === undefined ? refuse("rate-unavailable") : { rates: ratesView(trusted) },
    );
  });
