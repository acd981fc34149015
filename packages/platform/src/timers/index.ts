export { endTimer, scheduleTimer, type Timer } from "./timer.ts";
export {
  createTimerLoop,
  type TimerHandler,
  type TimerLoop,
  type TimerLoopOptions,
  timerLimits,
} from "./timer-loop.ts";
