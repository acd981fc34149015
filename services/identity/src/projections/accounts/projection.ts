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
    const { kycTier, activatedAt } = event;
    return row && { ...row, status: "active", kyc_tier: kycTier, activated_at: activatedAt };
  },
});

function pendingRow(event: Extract<AccountEvent, { type: "AccountRegistered" }>): AccountsTable {
  return {
    account_id: event.accountId,
    status: "pending",
    country: event.country,
    roles: ["user"],
    kyc_status: "NONE",
    kyc_tier: 0,
    registered_at: event.registeredAt,
    activated_at: null,
  };
}
