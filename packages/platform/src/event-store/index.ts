export { appendAlone } from "./append-alone.ts";
export { appendGuard, appendGuardAlone } from "./append-guard.ts";
export type { AppendResult } from "./append-result.ts";
export { assertOwnLog } from "./assert-own-log.ts";
export { assertAwaited, DeadlinePassedError } from "./deadline.ts";
export {
  type Append,
  createEventStore,
  type EventStore,
  type EventStoreOptions,
} from "./event-store.ts";
export {
  type CommandContext,
  PUBLIC_DATA_BYTES_MAX,
  type PublicFact,
  publicFact,
  type StoredEvent,
} from "./events.ts";
export { assertOpen, createGate, GateClosedError, type ServiceGate } from "./gate.ts";
export { type LoadedStream, loadEvents } from "./load-events.ts";
export {
  type DeciderResult,
  type DeciderRun,
  runDecider,
  TooMuchContentionError,
} from "./run-decider.ts";
