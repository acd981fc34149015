export { createHealthServer, type HealthCheck, type HealthServer } from "./health-server.ts";
export { latePart } from "./late-part.ts";
export { createLifecycle, type Lifecycle, type Part, StartError } from "./lifecycle.ts";
export { lifecycleLimits } from "./limits.ts";
export { exitCodes, type Host, runMain, type Service } from "./run-main.ts";
export { TooLateError, within } from "./within.ts";
