export { collectionChecks } from "./conformance/collection-checks.ts";
export type {
  Breakage,
  BrokenCall,
  CollectionHarness,
  ConformanceCheck,
  SendHarness,
} from "./conformance/harness.ts";
export { sendChecks } from "./conformance/send-checks.ts";
export { adminUrl, asAdmin, runName, urlOfDatabase } from "./databases/admin.ts";
export { createTestDatabase, type TestDatabase } from "./databases/test-database.ts";
export { eventually, eventuallyLimits } from "./eventually.ts";
export { type FactSource, startFactSource } from "./facts/fact-source.ts";
export { startTcpProxy, type TcpProxy, type Wire } from "./network/tcp-proxy.ts";
export { isLongRun, randomFrom, testSeed } from "./seed.ts";
export { type Outcome, type Specification, specify } from "./specification.ts";
export { type TestClock, testClock } from "./test-clock.ts";
export { testNamespace, testNatsUrl } from "./test-namespace.ts";
export {
  type ApiAnswer,
  type ApiCall,
  type ApiClient,
  createApiClient,
} from "./world/api-client.ts";
export { type Books, drawUpBooks } from "./world/books.ts";
export {
  type CallbackForwarder,
  type SentCallback,
  startCallbackForwarder,
} from "./world/callback-forwarder.ts";
export { type Person, readCode, signUp } from "./world/person.ts";
export type {
  Environment,
  LogProgram,
  Program,
  ProgramOverrides,
  Programs,
} from "./world/programs.ts";
export type { ProgramName, Readiness, RunningPrograms } from "./world/running-programs.ts";
export { settled, type WorldState } from "./world/settled.ts";
export { startWorld, type World, type WorldOptions } from "./world/world.ts";
