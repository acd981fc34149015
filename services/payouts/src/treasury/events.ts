import { eventsOf, InstantText, MoneyText, PayoutRail } from "@sanu/contracts";
import { z } from "zod";

const event = eventsOf({});

/** What a provider said of one float. Nothing is decided about it, so each report is a stream of its own. */
export const FloatReported = event("FloatReported", {
  rail: PayoutRail,
  account: z.string(),
  channels: z.array(z.string()).nullable(),
  available: MoneyText,
  held: MoneyText.optional(),
  observedAt: InstantText,
});
export type FloatReported = z.output<typeof FloatReported>;
