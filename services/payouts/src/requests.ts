import { payoutsAuditTrail, payoutsConnectors } from "@sanu/contracts";
import {
  auditTrailHandlers,
  connectorHandler,
  type Database,
  type RequestHandler,
} from "@sanu/platform";
import { type CheckingDeps, canDisburse } from "./handlers/can-disburse.ts";

export function requestHandlersOf(
  deps: CheckingDeps & {
    readonly database: Database;
    readonly connectors: Parameters<typeof connectorHandler>[2];
  },
): readonly RequestHandler[] {
  return [
    canDisburse(deps),
    connectorHandler(payoutsConnectors, deps.disburseRails, deps.connectors),
    ...auditTrailHandlers("payouts", payoutsAuditTrail, deps.database),
  ];
}
