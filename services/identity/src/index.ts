export { AccountEvent } from "./account/events.ts";
export { compose, type IdentityOverrides } from "./compose.ts";
export { type IdentityConfig, readIdentityConfig } from "./config.ts";
export { migrations } from "./database/migrations/index.ts";
export { accountsProjection } from "./projections/accounts/projection.ts";
export { publish } from "./publish.ts";
