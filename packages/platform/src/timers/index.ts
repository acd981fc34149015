export { endTimer, scheduleTimer, type Timer } from "./timer.ts";
export {
  createTimerPoller,
  type TimerHandler,
  type TimerPoller,
  type TimerPollerOptions,
  timerLimits,
} from "./timer-poller.ts";
