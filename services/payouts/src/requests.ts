import { ListClosedDisbursements, payoutsAuditTrail, payoutsConnectors } from "@sanu/contracts";
import {
  auditTrailHandlers,
  connectorHandlers,
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
    ...connectorHandlers(payoutsConnectors, ListClosedDisbursements, deps.connectors),
    ...auditTrailHandlers("payouts", payoutsAuditTrail, deps.database),
  ];
}
