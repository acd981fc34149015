export { bundlePrograms } from "./bundle-programs.ts";
export { chooseDataFolder, cloneFolder, type DataFolder } from "./folders/data-folder.ts";
export { cacheFolder } from "./go-programs/prepare-go-programs.ts";
export { runCompiler } from "./go-programs/run-compiler.ts";
export type { ChainNode } from "./lightning/chain-node.ts";
export type { LightningNode } from "./lightning/lightning-node.ts";
export {
  type NodePrograms,
  type PreparedPrograms,
  prepareNodePrograms,
} from "./lightning/node-programs.ts";
export { nodeRights, type ServiceMacaroons } from "./lightning/service-macaroons.ts";
export {
  endLightningNetwork,
  type LightningNetwork,
  startLightningNetwork,
} from "./lightning/start-network.ts";
export { findNatsServer } from "./nats/find-nats-server.ts";
export {
  type Nats,
  type NatsCluster,
  type NatsOptions,
  silentClientLines,
  startNats,
} from "./nats/start-nats.ts";
export { postgresAccount } from "./postgres/server-account.ts";
export {
  type Postgres,
  type PostgresOptions,
  type PostgresStop,
  startPostgres,
} from "./postgres/start-postgres.ts";
export { claimFolder, FolderInUseError } from "./processes/claim-folder.ts";
export { choosePort, findFreePort, isPortFree } from "./processes/free-port.ts";
export type { LocalServer } from "./processes/local-server.ts";
export { type ProcessExit, type RunningProcess, runProcess } from "./processes/run-process.ts";
export { type PreparedPromtool, preparePromtool } from "./promtool/prepare-promtool.ts";
export { ensureCertificate } from "./start/certificate.ts";
export { compileCacheEnvironment } from "./start/compile-cache.ts";
export { derivedSecrets, type SecretFor } from "./start/derived-secrets.ts";
export { type Progress, showProgress } from "./start/progress.ts";
export { roomyLimits } from "./start/roomy-limits.ts";
export { type Environment, type ProgramName, programNames } from "./start/service-environment.ts";
export type { Replica } from "./start/start-replica.ts";
export { type Stack, type StackOptions, startStack } from "./start/start-stack.ts";
export {
  type CloneOf,
  type System,
  type SystemOptions,
  startSystem,
} from "./start/start-system.ts";
export { chooseSystemPorts, defaultBasePort, type SystemPorts } from "./start/system-ports.ts";
export { readyUrlOf, type SystemUrls, systemUrls } from "./start/system-urls.ts";
export { markUnfinished, refuseUnfinished } from "./start/unfinished-set.ts";
export { memoryEnvironment } from "./supervisor/memory-environment.ts";
export type { SupervisedProgram } from "./supervisor/run-program.ts";
export { waitUntilReady } from "./supervisor/wait-until-ready.ts";
export { ensureTestServers, type TestServers } from "./test-servers.ts";
export type { TraceSpan } from "./trace-view/otlp-spans.ts";
export { startTraceView, type TraceView } from "./trace-view/start-trace-view.ts";
