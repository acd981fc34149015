import { findCanaries } from "./checks/find-canaries.ts";
import { findCaseDifferences } from "./checks/find-case-differences.ts";
import { findDisbursementFaults } from "./checks/find-disbursement-faults.ts";
import { findGuardDifferences } from "./checks/find-guard-differences.ts";
import { findIllegalLogs } from "./checks/find-illegal-logs.ts";
import { findLostResponses } from "./checks/find-lost-responses.ts";
import { findMoneyDifferences } from "./checks/find-money-differences.ts";
import { findPayoutFaults } from "./checks/find-payout-faults.ts";
import { findProjectionDifferences } from "./checks/find-projection-differences.ts";
import { findReactionDifferences } from "./checks/find-reaction-differences.ts";
import { findReversalDifferences } from "./checks/find-reversal-differences.ts";
import { findSaleFaults } from "./checks/find-sale-faults.ts";
import { findStatementDifferences } from "./checks/find-statement-differences.ts";
import { findStreamDifferences, readStreams } from "./checks/find-stream-differences.ts";
import { readEventLogs } from "./checks/read-event-logs.ts";
import { findUnfinished } from "./find-unfinished.ts";
import type { Load } from "./load.ts";
import type { FaultSystem } from "./system.ts";

/**
 * Everything that may never be true after a run, one sentence each; empty when all is well. It reads the
 * sandbox's journal, the client's journal, the streams, the logs, the databases and the public API, and nothing
 * of the services' own opinion. Call it when everything has ended (`awaitFinal`).
 */
export async function findFaults(system: FaultSystem, load: Load): Promise<readonly string[]> {
  const [logs, streams] = await Promise.all([readEventLogs(system), readStreams(system.messaging)]);
  const found = [
    ...(await findMoneyDifferences(system, logs)),
    ...findPayoutFaults(system, load),
    ...findSaleFaults(system, load),
    ...findDisbursementFaults(system, logs),
    ...(await findUnfinished(system, load)),
    ...(await findLostResponses(system, load, logs)),
    ...findIllegalLogs(logs),
    ...(await findProjectionDifferences(system)),
    ...(await findGuardDifferences(system, logs)),
    ...(await findCaseDifferences(system)),
    ...(await findReversalDifferences(system, logs)),
    ...(await findReactionDifferences(system, logs)),
    ...findStreamDifferences(logs, streams),
    ...(await findCanaries(system, load, { logs, streams })),
    // Behind what reads the logs: what it finds is published there.
    ...(await findStatementDifferences(system)),
  ];
  // Last, because the checker's own requests are noted there too.
  return [...load.journal.faults, ...found];
}
