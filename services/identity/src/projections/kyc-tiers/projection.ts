import { defineProjection } from "@sanu/platform";
import type { KycTiersTable } from "../../database/schema.ts";
import type { KycTiersEvent } from "../../kyc-tiers/events.ts";

export const kycTiersProjection = defineProjection<KycTiersEvent, KycTiersTable>({
  name: "kyc-tiers",
  table: "kyc_tiers",
  scope: "shared",
  keyColumns: ["kyc_tier"],
  columns: ["kyc_tier", "monthly_limit_xof"],
  key: ({ kycTier }) => [`${kycTier}`],
  apply: (_row, { kycTier, monthlyLimitXof }) => ({
    kyc_tier: kycTier,
    monthly_limit_xof: monthlyLimitXof,
  }),
});
