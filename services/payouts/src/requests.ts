import { payoutsAuditTrail } from "@sanu/contracts";
import { auditTrailHandlers, type Database, type RequestHandler } from "@sanu/platform";
import { type CheckingDeps, canDisburse } from "./handlers/can-disburse.ts";

export function requestHandlersOf(
  deps: CheckingDeps & { readonly database: Database },
): readonly RequestHandler[] {
  return [canDisburse(deps), ...auditTrailHandlers("payouts", payoutsAuditTrail, deps.database)];
}
