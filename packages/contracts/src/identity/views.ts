import { z } from "zod";
import { CountryCode } from "./words.ts";

/** An account as returned to its owner (api.md 2). */
export const UserView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  whatsapp: z.string().nullable(),
  country: CountryCode,
  tag: z.string(),
  address: z.string().nullable(),
  is_active: z.boolean(),
  roles: z.array(z.enum(["admin", "service_client", "user"])),
  kyc_status: z.enum(["NONE", "PENDING", "APPROVED", "REJECTED"]),
  kyc_tier_id: z.int(),
  kyc_tier: z.object({
    id: z.int(),
    name: z.string(),
    monthly_limit: z.int(),
    description: z.string(),
  }),
  created_at: z.string(),
});
export type UserView = z.infer<typeof UserView>;
