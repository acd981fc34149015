export {
  AuditEntry,
  AuditedAttempt,
  AuditedCallback,
  AuditedStep,
  auditTrailLimits,
  auditTrailRequestsOf,
} from "./audit-trail.ts";
export { catalogues, wordsIn } from "./catalogue/catalogue.ts";
export type { Catalogue } from "./catalogue/fr/french.ts";
export { fill, type GapsIn } from "./catalogue/gaps.ts";
export {
  ConnectorTermsView,
  ConnectorView,
  connectorLimits,
  connectorRequestsOf,
  listClosedChannelsOf,
} from "./connectors.ts";
export {
  FactAttributes,
  fixedFactHeaders,
  headersOfFact,
  readFactAttributes,
} from "./envelope.ts";
export {
  attemptRejectedFor,
  byVerdict,
  contradictedOutcome,
  contradictedVerdict,
  eventsOf,
  failedFor,
  ofCounted,
  ofOurSide,
  VerdictSaid,
} from "./event.ts";
export {
  defineFact,
  type FactData,
  type FactDefinition,
  type FactInput,
  type FactOf,
  findFactSchema,
  typesOfFact,
} from "./fact.ts";
export { factHeader } from "./fact-headers.ts";
export { type FactHead, facts, type ReplayedFact } from "./facts.ts";
export { type FieldErrors, FieldRule } from "./field-errors.ts";
export * from "./identity/account-requests.ts";
export { identityRequests } from "./identity/all-requests.ts";
export * from "./identity/api-key-requests.ts";
export * from "./identity/document-number.ts";
export * from "./identity/enums.ts";
export * from "./identity/erasure.ts";
export * from "./identity/facts.ts";
export * from "./identity/kyc-requests.ts";
export * from "./identity/kyc-views.ts";
export * from "./identity/requests.ts";
export * from "./identity/revocations.ts";
export * from "./identity/second-factor-requests.ts";
export * from "./identity/session-requests.ts";
export * from "./identity/source.ts";
export * from "./identity/staff-acts.ts";
export * from "./identity/staff-requests.ts";
export * from "./identity/staff-views.ts";
export { tierIn, userIn } from "./identity/tier-in.ts";
export * from "./identity/views.ts";
export * from "./identity/waitlist-requests.ts";
export { KeyScope, placesOrders, requestsInScope, showsPeople } from "./key-scopes.ts";
export { Language } from "./language.ts";
export {
  type NatsAccess,
  type NatsLogin,
  type NatsUser,
  natsAccess,
  natsAuthorization,
  natsUsers,
  otherLoginOf,
} from "./nats-access.ts";
export { type OutcomeFacts, paymentsOutcomeFacts, payoutsOutcomeFacts } from "./outcome-facts.ts";
export { ConnectorChoice } from "./payments/enums.ts";
export * from "./payments/facts.ts";
export * from "./payments/requests.ts";
export * from "./payouts/facts.ts";
export * from "./payouts/requests.ts";
export type { ProblemDefinition } from "./problem-definition.ts";
export { isProblemCode, type ProblemCode, problems } from "./problems.ts";
export * from "./proposals.ts";
export { paymentsRefundFacts, payoutsRefundFacts, type RefundFacts } from "./refund-facts.ts";
export { type AllowedBefore, readAllowed } from "./released-access.ts";
export {
  type RefusalCode,
  type ReplyData,
  type ReplyInput,
  type RequestData,
  type RequestDefinition,
  type RequestInput,
  requestsOf,
} from "./request.ts";
export { type PublishingService, publishingServices } from "./services.ts";
export {
  authorsIn,
  isOfSession,
  type StaffAccess,
  type StaffActKind,
  type StaffUse,
  staffActKinds,
  staffRoles,
} from "./staff-use.ts";
export {
  paymentsStatementFacts,
  payoutsStatementFacts,
  type StatementFacts,
} from "./statement-facts.ts";
export * from "./statements/enums.ts";
export { StoryEntry } from "./story.ts";
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
  everyVersionOf,
  factSubject,
  factsOfService,
  factType,
  inboxPrefix,
  inboxRoot,
  linkRecordedSubject,
  type Namespace,
  namespace,
  relayWakeSubject,
  requestSubject,
  revocationsSubject,
  transactionChangedSubject,
} from "./subjects.ts";
export {
  amountIn,
  amountOf,
  CountedReceipt,
  InstantText,
  idOf,
  isSameMoney,
  jsonText,
  type Money,
  MoneyText,
  SatsText,
  XofPerBtcText,
  XofText,
} from "./texts.ts";
export * from "./transactions/account-facts.ts";
export { transactionsRequests } from "./transactions/all-requests.ts";
export * from "./transactions/cases.ts";
export * from "./transactions/change-requests.ts";
export * from "./transactions/connector-terms.ts";
export * from "./transactions/enums.ts";
export * from "./transactions/facts.ts";
export * from "./transactions/money-facts.ts";
export * from "./transactions/monitored-orders.ts";
export * from "./transactions/monitoring.ts";
export * from "./transactions/progress.ts";
export * from "./transactions/rate-requests.ts";
export * from "./transactions/rate-views.ts";
export * from "./transactions/requests.ts";
export * from "./transactions/standing-order-facts.ts";
export * from "./transactions/standing-order-views.ts";
export * from "./transactions/standing-orders.ts";
export * from "./transactions/treasury.ts";
export * from "./transactions/views.ts";
export * from "./transactions/wallet.ts";
export {
  paymentsVerdictFacts,
  payoutsVerdictFacts,
  type VerdictFacts,
} from "./verdict-facts.ts";
