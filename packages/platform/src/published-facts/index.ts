export { newMemory, type TakeMemory } from "./batch-writer.ts";
export type { BatchMemory, FactBatch } from "./fact-batch.ts";
export { publishedFactLimits } from "./limits.ts";
export { type FactPlace, factsStart, type PublishedFact } from "./published-fact.ts";
export {
  countLogFacts,
  findLoggedFacts,
  findLogPlace,
  logHoldsFact,
  readLogFacts,
} from "./read-log.ts";
export {
  type FactRange,
  findStreamRange,
  readStreamBatches,
  readStreamFacts,
  type StreamReading,
} from "./read-stream.ts";
