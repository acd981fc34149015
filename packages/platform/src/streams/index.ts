export {
  applyStreams,
  createStreamController,
  type StreamController,
  type StreamSetUp,
} from "./apply-streams.ts";
export { inspectStreams, type StreamsView } from "./inspect-streams.ts";
export { streamLimits } from "./limits.ts";
