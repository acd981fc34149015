export {
  ClockUncertainError,
  createDatabaseClock,
  type DatabaseClock,
} from "./database-clock.ts";
export { clockLimits } from "./limits.ts";
