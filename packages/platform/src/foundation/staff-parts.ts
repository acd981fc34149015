import { GetSigningKeys } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { createAuditLog } from "../audit-log/audit-log.ts";
import { publishHead } from "../audit-log/publish-head.ts";
import type { Database } from "../database/open-database.ts";
import type { Part } from "../lifecycle/lifecycle.ts";
import type { Logger } from "../logger/create-logger.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { createSigningKeys } from "../signed-tokens/signing-keys.ts";
import { proveStaffAct } from "../staff/prove.ts";
import { createStaffGate, type StaffGate } from "../staff/staff-gate.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { createSecurityTrail } from "../telemetry/security-trail.ts";

const context = { correlationId: "signing-keys", causationId: "signing-keys" };

/**
 * What proves requests of the staff and writes them down. Identity's keys are read when the first comes: while it is away
 * the staff waits, and nobody else does.
 */
export function staffParts(
  deps: {
    readonly database: Database;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly metrics: Metrics;
  },
  messaging: () => Messaging,
): { readonly staffGate: StaffGate; readonly staffPart: Part } {
  const { database, clock, logger, metrics } = deps;
  const readKeys = async () => {
    const result = await messaging().request(GetSigningKeys, {}, { context });
    return result.kind === "replied" ? result.data.keys : undefined;
  };
  const keys = createSigningKeys({ readKeys, logger, metrics, firstRun: "after-pause" });
  const head = publishHead({ database, logger, metrics });
  const staffGate = createStaffGate({
    prove: (asked) => proveStaffAct({ keys, clock }, asked),
    audit: createAuditLog(database, head.wake),
    trail: createSecurityTrail({ logger, metrics }, ["staff-act-unproven"]),
    logger,
  });
  const staffPart = {
    name: "staff",
    start() {
      void keys.start();
      head.start();
    },
    stop: () => Promise.all([keys.stop(), head.stop()]),
  };
  return { staffGate, staffPart };
}
