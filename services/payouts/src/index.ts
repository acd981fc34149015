export { compose, type PayoutsOverrides } from "./compose.ts";
export { floatSettings, PayoutsConfig, readPayoutsConfig } from "./config.ts";
export { migrations } from "./database/migrations/index.ts";
export { erasurePlan } from "./erasure-plan.ts";
export { bookedDisbursements } from "./statements/booked-movements.ts";
