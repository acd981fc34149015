export { createWatchdog, watchdogPart } from "./create-watchdog.ts";
export { attemptWatchRules, serviceWatchRules, watchLimits } from "./platform-rules.ts";
export { measureOpenWork, type OpenWork, type WatchRule } from "./watch-rule.ts";
