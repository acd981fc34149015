import { InstantText, idOf, XofText } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";

const limit = {
  v: z.literal(1),
  kycTier: z.int().min(0).max(3),
  monthlyLimitXof: XofText,
  at: InstantText,
};

export const KycTiersEvent = z.discriminatedUnion("type", [
  /** The setting of this service says so, and no admin has said anything about the tier. */
  z.object({ type: z.literal("KycTierDefaultApplied"), ...limit }),
  z.object({
    type: z.literal("KycTierLimitChanged"),
    ...limit,
    by: idOf<AccountId>(),
    reasonId: idOf<string>(),
  }),
]);
export type KycTiersEvent = z.infer<typeof KycTiersEvent>;
