export { createWatchdog, watchdogPart } from "./create-watchdog.ts";
export { moneyWatchRules, serviceWatchRules } from "./platform-rules.ts";
export { measureOpenWork, type OpenWork, type WatchRule } from "./watch-rule.ts";
