export { demoLimits, readDemoArguments } from "./arguments.ts";
export { type FillOptions, fill } from "./fill.ts";
export { refuseForeignSystem, refuseUsedSystem } from "./freshness.ts";
export { digestOf, type FilledSet, readSet, type SetOrder } from "./outcome/read-set.ts";
export { midnightBefore } from "./plan/calendar.ts";
export { statusOf } from "./plan/outcomes.ts";
export { type Plan, plan } from "./plan/plan.ts";
export type { EnvironmentOf } from "./system/settings.ts";
