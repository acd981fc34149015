export { applyStreams, checkStreams } from "./apply-streams.ts";
export { inspectStreams, type StreamsView } from "./inspect-streams.ts";
export { streamLimits } from "./limits.ts";
export { describeChange, type StreamChange } from "./stream-changes.ts";
export {
  createStreamController,
  type StreamController,
  type StreamListener,
} from "./stream-controller.ts";
export type { StreamSetUp } from "./stream-set-up.ts";
