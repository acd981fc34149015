export { attemptSettingsChecks } from "./attempt-settings-checks.ts";
export { authenticatorCode } from "./authenticator.ts";
export { compareStatements } from "./compare-statements.ts";
export { type AlteringProxy, startAlteringProxy } from "./conformance/altering-proxy.ts";
export { collectionChecks } from "./conformance/collection-checks.ts";
export { disburseChecks } from "./conformance/disburse-checks.ts";
export type {
  Breakage,
  BrokenCall,
  CollectionHarness,
  ConformanceCheck,
  DisburseHarness,
  SendHarness,
  StatementHarness,
} from "./conformance/harness.ts";
export {
  type LndNode,
  lndReceiveHarness,
  temporaryCertificate,
} from "./conformance/lnd-harness.ts";
export { type LndPayee, lndSendHarness, paidSats } from "./conformance/lnd-send-harness.ts";
export { receiveChecks } from "./conformance/receive-checks.ts";
export { refundChecks } from "./conformance/refund-checks.ts";
export { sendChecks } from "./conformance/send-checks.ts";
export { statementChecks } from "./conformance/statement-checks.ts";
export { adminUrl, asAdmin, retireDatabases, runName, urlOfDatabase } from "./databases/admin.ts";
export { createLogReader, type LogReader } from "./databases/log-reader.ts";
export { allAcknowledged, loseAggregates } from "./databases/lost-effects.ts";
export { openPatientDatabase } from "./databases/patient-database.ts";
export { rowsRead } from "./databases/rows-read.ts";
export { createTestDatabase, type TestDatabase } from "./databases/test-database.ts";
export { developmentSettings } from "./development-settings.ts";
export { dyingExecutor } from "./dying-executor.ts";
export { eventually } from "./eventually.ts";
export { attributesOfFact } from "./facts/attributes-of-fact.ts";
export { collectFacts } from "./facts/collect-facts.ts";
export {
  awaitConnectorTerms,
  checkTermsFollowed,
  saidOfConnector,
} from "./facts/connector-terms.ts";
export { deliveredToReaction } from "./facts/delivered-to-reaction.ts";
export { type FactSource, startFactSource } from "./facts/fact-source.ts";
export { type MadeFact, makeStream, publishFacts, purchaseFacts } from "./facts/many-facts.ts";
export { serveDestinations } from "./facts/serve-destinations.ts";
export { fairNowMs } from "./fair-time.ts";
export type { KnownEvent, Said } from "./known-set/known-order.ts";
export { type KnownSet, knownSet } from "./known-set/known-set.ts";
export { mistakesOf } from "./mistakes-of.ts";
export { findBasePort } from "./network/base-port.ts";
export { exchangeRaw, openRaw, type RawConnection } from "./network/raw-connection.ts";
export { startTcpProxy, type TcpProxy } from "./network/tcp-proxy.ts";
export { brokenWires, type Wire } from "./network/wire.ts";
export {
  lastingOutages,
  liveFor,
  type Outage,
  partialOutages,
  type RailOperations,
} from "./outages.ts";
export { quickTimings } from "./quick-timings.ts";
export { type TestSealingKey, testSealingKey } from "./sealing-key.ts";
export { announcedSeed, isLongRun, randomFrom, shuffled, testSeed } from "./seed.ts";
export { type Ceremony, createSoftwareAuthenticator } from "./software-authenticator.ts";
export { historyOf, type Outcome, type Specification, specify } from "./specification.ts";
export {
  assertionFor,
  claimsIn,
  provenRequests,
  type StaffKey,
  serveStaffKey,
  staffKeyIn,
} from "./staff/staff-proofs.ts";
export { startService } from "./start-service.ts";
export { stopInOrder } from "./stop-in-order.ts";
export { type Surroundings, startSurroundings } from "./surroundings.ts";
export { type TestClock, testClock } from "./test-clock.ts";
export { testNamespace, testNatsUrl } from "./test-namespace.ts";
export { untilConnected } from "./until-connected.ts";
export {
  type ApiCall,
  type ApiClient,
  type ApiResponse,
  createApiClient,
} from "./world/api-client.ts";
export { type Books, drawUpBooks } from "./world/books.ts";
export {
  type CallbackForwarder,
  type SentCallback,
  startCallbackForwarder,
} from "./world/callback-forwarder.ts";
export { clientOver } from "./world/client-over.ts";
export { type CollectedStream, collectEvents, type StreamedEvent } from "./world/event-client.ts";
export { type Person, readCode, signUp } from "./world/person.ts";
export type {
  Environment,
  LogProgram,
  Program,
  ProgramOverrides,
  Programs,
} from "./world/programs.ts";
export { type ReadyStaff, readyStaff } from "./world/ready-staff.ts";
export type { ProgramName, Readiness, RunningPrograms } from "./world/running-programs.ts";
export { settled, type WorldState } from "./world/settled.ts";
export { trustingFetch } from "./world/trusting-fetch.ts";
export { type GuardedNats, startWorld, type World, type WorldOptions } from "./world/world.ts";
