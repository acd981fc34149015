import { type StaffAccess, staffRoles, type UserView } from "@sanu/contracts";

export type Role = UserView["roles"][number];

/** The roles of which one is enough, for each group of people that routes name as their `access`. */
export const rolesOf = {
  accounts: ["user", "service_client", "admin"],
  /** People with money of their own; an admin has full access. */
  customers: ["user", "admin"],
  ...staffRoles,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/** Who may use a route; all but `everybody` have to be logged in. */
export type Access = "everybody" | keyof typeof rolesOf;

export function isStaffAccess(access: Access | undefined): access is StaffAccess {
  return access !== undefined && access in staffRoles;
}
