export { compose, type PaymentsOverrides } from "./compose.ts";
export { PaymentsConfig, readPaymentsConfig } from "./config.ts";
export { migrations } from "./database/migrations/index.ts";
export { erasurePlan } from "./erasure-plan.ts";
