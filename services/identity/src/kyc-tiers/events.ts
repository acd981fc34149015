import { InstantText, idOf, XofText } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { z } from "zod";

export const KycTiersEvent = z.object({
  type: z.literal("KycTierLimitChanged"),
  v: z.literal(1),
  kycTier: z.int().min(0).max(3),
  monthlyLimitXof: XofText,
  by: idOf<AccountId>(),
  reasonId: idOf<string>(),
  at: InstantText,
});
export type KycTiersEvent = z.infer<typeof KycTiersEvent>;
