export { createRelay, type Relay } from "./create-relay.ts";
export { gateOfLog } from "./gate-of-log.ts";
export { createLease, type Lease } from "./lease.ts";
export { relayLimits } from "./limits.ts";
export {
  comparePositions,
  type LogPosition,
  readPosition,
} from "./log-position.ts";
export type { RelayOptions } from "./relay-options.ts";
