import { unreachable } from "@sanu/kernel";
import { defineProjection } from "@sanu/platform";
import type { AccountEvent } from "../../account/events.ts";
import type { AccountsTable } from "../../database/schema.ts";

/** One row for each account: what it may do. Roles and tiers are `user` and 0 until somebody raises them. */
export const accountsProjection = defineProjection<AccountEvent, AccountsTable>({
  name: "accounts",
  table: "accounts",
  scope: "own",
  keyColumns: ["account_id"],
  columns: [
    "account_id",
    "status",
    "status_before_suspension",
    "country",
    "roles",
    "kyc_status",
    "kyc_tier",
    "registered_at",
    "activated_at",
  ],
  key: (event) => [event.accountId],
  apply(row, event) {
    if (event.type === "AccountRegistered") return pendingRow(event);
    return row && { ...row, ...changeOf(row, event) };
  },
});

type LaterEvent = Exclude<AccountEvent, { type: "AccountRegistered" }>;

/** What an event changes in the row. The state folds the rest: a suspension remembers what was before it. */
function changeOf(row: AccountsTable, event: LaterEvent): Partial<AccountsTable> {
  switch (event.type) {
    case "AccountActivated":
      return { status: "active", kyc_tier: event.kycTier, activated_at: event.activatedAt };
    case "AccountDeactivated":
      return { status: "deactivated" };
    case "AccountReactivated":
      return { status: "active" };
    case "AccountSuspended":
      return {
        status: "suspended",
        // Whoever suspends her once more leaves what it was before the first.
        status_before_suspension: row.status_before_suspension ?? row.status,
      };
    case "SuspensionLifted":
      return { status: row.status_before_suspension ?? "active", status_before_suspension: null };
    case "CountryChanged":
      return { country: event.country };
    case "RolesChanged":
      return { roles: event.roles };
    case "KycTierChanged":
      return { kyc_tier: event.kycTier };
    case "KycSubmitted":
      return { kyc_status: "PENDING" };
    case "KycApproved":
      return { kyc_status: "APPROVED" };
    case "KycRejected":
      return { kyc_status: "REJECTED" };
    case "AccountErased":
      return { status: "erased", status_before_suspension: null };
    case "OrderingKeyChanged":
    case "ErasureRequested":
    case "ErasureRefused":
    case "KycDocumentOpened":
    case "PasswordReset":
      return {};
    default:
      return unreachable(event);
  }
}

function pendingRow(event: Extract<AccountEvent, { type: "AccountRegistered" }>): AccountsTable {
  return {
    account_id: event.accountId,
    status: "pending",
    status_before_suspension: null,
    country: event.country,
    roles: ["user"],
    kyc_status: "NONE",
    kyc_tier: 0,
    registered_at: event.registeredAt,
    activated_at: null,
  };
}
