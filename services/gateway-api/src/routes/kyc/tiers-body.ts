import { KycTierView } from "@sanu/contracts";
import { z } from "zod";

export const tiersBody = { data: z.object({ tiers: z.array(KycTierView) }) };
