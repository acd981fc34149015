export { adminUrl, asAdmin, urlOfDatabase } from "./databases/admin.ts";
export { createTestDatabase, type TestDatabase } from "./databases/test-database.ts";
export { eventually, eventuallyLimits } from "./eventually.ts";
export { startTcpProxy, type TcpProxy, type Wire } from "./network/tcp-proxy.ts";
export { isLongRun, randomFrom, testSeed } from "./seed.ts";
export { type Outcome, type Specification, specify } from "./specification.ts";
export { type TestClock, testClock } from "./test-clock.ts";
export { testNamespace, testNatsUrl } from "./test-namespace.ts";
