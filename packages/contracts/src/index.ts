export { FactAttributes, headersOfFact, readFactAttributes } from "./envelope.ts";
export {
  defineFact,
  type FactData,
  type FactDefinition,
  type FactInput,
  findFactSchema,
  typesOfFact,
} from "./fact.ts";
export { facts, findFact } from "./facts.ts";
export { type FieldErrors, FieldRule } from "./field-errors.ts";
export * from "./identity/facts.ts";
export * from "./identity/requests.ts";
export * from "./identity/views.ts";
export * from "./identity/words.ts";
export { Language } from "./language.ts";
export * from "./payments/facts.ts";
export * from "./payments/requests.ts";
export * from "./payouts/facts.ts";
export { isProblemCode, type ProblemCode, type ProblemDefinition, problems } from "./problems.ts";
export {
  defineRequest,
  type RefusalCode,
  type ReplyData,
  type ReplyInput,
  type RequestData,
  type RequestDefinition,
  type RequestInput,
} from "./request.ts";
export { type PublishingService, publishingServices } from "./services.ts";
export {
  type ConsumerDefinition,
  consumerDefinitions,
  type ReactionGroupDefinition,
  type ReactionGroupName,
  reactionGroups,
  type StreamDefinition,
  streamDefinitions,
  streamName,
} from "./streams.ts";
export {
  askSubject,
  everyVersionOf,
  factSubject,
  factsOfService,
  factType,
  linkRecordedSubject,
  type Namespace,
  namespace,
  relayWakeSubject,
} from "./subjects.ts";
export { InstantText, idOf, jsonText, SatsText, XofPerBtcText, XofText } from "./texts.ts";
export * from "./transactions/facts.ts";
export * from "./transactions/requests.ts";
export * from "./transactions/views.ts";
export * from "./transactions/words.ts";
