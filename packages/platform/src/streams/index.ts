export { applyStreams } from "./apply-streams.ts";
export { inspectStreams, type StreamsView } from "./inspect-streams.ts";
export { streamLimits } from "./limits.ts";
export {
  createStreamController,
  type StreamController,
  type StreamListener,
  type StreamSetUp,
} from "./stream-controller.ts";
