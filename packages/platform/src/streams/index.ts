export {
  applyStreams,
  createStreamController,
  type StreamController,
  type StreamSetUp,
} from "./apply-streams.ts";
export { streamLimits } from "./limits.ts";
