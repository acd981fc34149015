import { ListClosedDisbursements, payoutsAuditTrail, payoutsConnectors } from "@sanu/contracts";
import {
  auditTrailHandlers,
  connectorHandlers,
  type Database,
  type ListedConnectors,
  type RequestHandler,
} from "@sanu/platform";
import { type CheckingDeps, canDisburse } from "./handlers/can-disburse.ts";
import type { SendSwitch } from "./payout/send/send-switch.ts";

export function requestHandlersOf(
  deps: CheckingDeps & {
    readonly database: Database;
    readonly connectors: ListedConnectors;
    readonly nodes: Pick<SendSwitch, "closedReceivers">;
  },
): readonly RequestHandler[] {
  const { connectors, nodes } = deps;
  const closedChannels = async () => [
    ...(await connectors.closedChannels()),
    ...nodes.closedReceivers,
  ];
  return [
    canDisburse(deps),
    ...connectorHandlers(payoutsConnectors, ListClosedDisbursements, {
      ...connectors,
      closedChannels,
    }),
    ...auditTrailHandlers("payouts", payoutsAuditTrail, deps.database),
  ];
}
