export { endTimer, scheduleTimer, type Timer } from "./timer.ts";
export { type TimerHandler, timerLimits, timersPart } from "./timer-loop.ts";
