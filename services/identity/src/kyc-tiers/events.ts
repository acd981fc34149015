import { eventsOf, InstantText, idOf, XofText } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";

const event = eventsOf({
  kycTier: z.int().min(0).max(3),
  monthlyLimitXof: XofText,
  at: InstantText,
});

export const KycTiersEvent = z.discriminatedUnion("type", [
  /** The setting of this service says so, and no admin has said anything about the tier. */
  event("KycTierDefaultApplied", {}),
  event("KycTierLimitChanged", {
    by: idOf<AccountId>(),
    reasonId: idOf<string>(),
  }),
]);
export type KycTiersEvent = z.infer<typeof KycTiersEvent>;
