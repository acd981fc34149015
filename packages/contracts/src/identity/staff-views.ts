import { z } from "zod";
import { OpenBusiness } from "../transactions/enums.ts";
import { AccountStatus } from "./enums.ts";
import { UserView } from "./views.ts";

export const StaffUserView = UserView.extend({
  status: AccountStatus,
  verified_at: z.string().nullable(),
});
export type StaffUserView = z.infer<typeof StaffUserView>;

export const AdminActionView = z.object({
  id: z.uuid(),
  by: z
    .uuid()
    .describe(
      "The account of whoever decided; 00000000-0000-7000-8000-000000000001 is an operator",
    ),
  what: z.record(z.string(), z.unknown()),
  reason: z.string(),
  at: z.string(),
});
export type AdminActionView = z.infer<typeof AdminActionView>;

/** An erasure that was ordered; behind it there is no user. */
export const OrderedErasureView = z.object({
  status: z.enum(["UNDER_WAY", "REFUSED"]),
  open: z.array(OpenBusiness).describe("What refused it"),
});
export type OrderedErasureView = z.infer<typeof OrderedErasureView>;

export const StaffUserDetailView = StaffUserView.extend({
  rulings: z.array(AdminActionView),
  erasure: OrderedErasureView.nullable().default(null),
});
export type StaffUserDetailView = z.infer<typeof StaffUserDetailView>;
