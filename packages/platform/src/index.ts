export * from "./database/index.ts";
export * from "./event-store/index.ts";
export * from "./idempotency/index.ts";
export * from "./projections/index.ts";
export * from "./timers/index.ts";
