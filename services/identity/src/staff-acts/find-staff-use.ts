import {
  identityRequests,
  paymentsRequests,
  payoutsRequests,
  type RequestDefinition,
  type StaffUse,
  transactionsRequests,
} from "@sanu/contracts";
import { operationOf } from "@sanu/platform";

const requests: readonly RequestDefinition[] = [
  ...identityRequests,
  ...transactionsRequests,
  ...paymentsRequests,
  ...payoutsRequests,
];

const uses: ReadonlyMap<string, StaffUse> = new Map(
  requests.flatMap((definition) =>
    definition.staff === undefined ? [] : [[operationOf(definition), definition.staff]],
  ),
);

/** Who may send a request, and what it does; `undefined` for one that is not the staff's. */
export function findStaffUse(operation: string): StaffUse | undefined {
  return uses.get(operation);
}
