import type { UserView } from "@sanu/contracts";

export type Role = UserView["roles"][number];

/** Who may use a route: everybody, or who is logged in with one of these roles. */
export type Access = "everybody" | readonly Role[];

export const everybody = "everybody";
export const anyAccount = ["user", "service_client", "admin"] as const;
/** People with money of their own; an admin has full access (interface 5.4). */
export const customers = ["user", "admin"] as const;
export const staff = ["service_client", "admin"] as const;
export const admins = ["admin"] as const;
