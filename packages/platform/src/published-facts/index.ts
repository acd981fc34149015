export { publishedFactLimits } from "./limits.ts";
export type { PublishedFact } from "./published-fact.ts";
export {
  countLogFacts,
  type FactPlace,
  factsStart,
  findLogPlace,
  logHoldsFact,
  readLogFacts,
} from "./read-log.ts";
export { type FactRange, findStreamRange, readStreamFacts } from "./read-stream.ts";
