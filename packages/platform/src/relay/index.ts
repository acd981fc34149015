export { createRelay, type Relay, type RelayOptions } from "./create-relay.ts";
export { relayLimits } from "./limits.ts";
export {
  comparePositions,
  type LogPosition,
  readPosition,
  textOfPosition,
} from "./log-position.ts";
