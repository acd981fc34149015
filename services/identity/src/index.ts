export { AccountEvent } from "./account/events.ts";
export { compose, type IdentityOverrides } from "./compose.ts";
export { composeAdmins } from "./compose-admins.ts";
export { type IdentityConfig, readIdentityConfig } from "./config.ts";
export { migrations } from "./database/migrations/index.ts";
export { erasurePlan } from "./erasure/erasure-plan.ts";
export { accountsProjection } from "./projections/accounts/projection.ts";
export { accountsProjectionSet, kycTiersProjectionSet } from "./projections/projections.ts";
export { publish } from "./publish.ts";
