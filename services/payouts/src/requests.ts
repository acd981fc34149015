import { payoutsAuditTrail } from "@sanu/contracts";
import { auditTrailHandlers, type RequestHandler } from "@sanu/platform";
import type { PayoutDeps } from "./carrying/deps.ts";
import { canDisburse } from "./handlers/can-disburse.ts";

export function requestHandlersOf(deps: PayoutDeps): readonly RequestHandler[] {
  return [canDisburse(deps), ...auditTrailHandlers("payouts", payoutsAuditTrail, deps.database)];
}
