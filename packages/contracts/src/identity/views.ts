import { z } from "zod";
import { AccountRole, CountryCode, KycStatus } from "./enums.ts";

/** A tier; `monthly_limit` is in XOF. */
export const KycTierView = z.object({
  id: z.int(),
  name: z.string(),
  monthly_limit: z.int(),
  description: z.string(),
});
export type KycTierView = z.infer<typeof KycTierView>;

export const UserView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  whatsapp: z.string().nullable(),
  country: CountryCode,
  tag: z.string(),
  address: z.string().nullable(),
  is_active: z.boolean(),
  roles: z.array(AccountRole),
  kyc_status: KycStatus,
  kyc_tier_id: z.int(),
  kyc_tier: KycTierView,
  created_at: z.string(),
});
export type UserView = z.infer<typeof UserView>;
