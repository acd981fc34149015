import { payoutsAuditTrail, payoutsConnectors } from "@sanu/contracts";
import {
  auditTrailHandlers,
  connectorHandler,
  type Database,
  type ListedConnectors,
  type RequestHandler,
} from "@sanu/platform";
import { type CheckingDeps, canDisburse } from "./handlers/can-disburse.ts";

export function requestHandlersOf(
  deps: CheckingDeps & {
    readonly database: Database;
    readonly connectors: ListedConnectors;
  },
): readonly RequestHandler[] {
  return [
    canDisburse(deps),
    connectorHandler(payoutsConnectors, deps.connectors),
    ...auditTrailHandlers("payouts", payoutsAuditTrail, deps.database),
  ];
}
