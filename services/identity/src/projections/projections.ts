import { defineProjectionSet } from "@sanu/platform";
import { AccountEvent } from "../account/events.ts";
import { KycTiersEvent } from "../kyc-tiers/events.ts";
import { accountsProjection } from "./accounts/projection.ts";
import { kycTiersProjection } from "./kyc-tiers/projection.ts";

/** What `sanu projections` rebuilds and verifies, one set for each kind of aggregate. */
export const accountsProjectionSet = defineProjectionSet({
  schema: AccountEvent,
  opens: ["AccountRegistered"],
  projections: [accountsProjection],
});

export const kycTiersProjectionSet = defineProjectionSet({
  schema: KycTiersEvent,
  opens: ["KycTierDefaultApplied", "KycTierLimitChanged"],
  projections: [kycTiersProjection],
});
