export {
  ClockUncertainError,
  createDatabaseClock,
  type DatabaseClock,
  measuredClock,
} from "./database-clock.ts";
export { clockLimits } from "./limits.ts";
