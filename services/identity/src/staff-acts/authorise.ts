import {
  type AccountRole,
  type AssertStaffAct,
  type RefusalCode,
  type StaffUse,
  staffRoles,
} from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";

/** Who asks, as identity's own database knows her now; nothing of it is the gateway's word. */
export interface StaffActor {
  readonly kind: "person";
  readonly accountId: AccountId;
  readonly sessionId: string;
  readonly roles: readonly AccountRole[];
}

export interface AskedStaffAct {
  readonly actor: StaffActor;
  /** `<service>.<request>`. */
  readonly operation: string;
  readonly use: StaffUse;
  readonly at: Instant;
}

export type Authorisation =
  | { readonly kind: "authorised" }
  | { readonly kind: "refused"; readonly code: RefusalCode<typeof AssertStaffAct> };

/** Whether somebody may do this now. */
export function authoriseStaffAct({ actor, use }: AskedStaffAct): Authorisation {
  const enough: readonly AccountRole[] = staffRoles[use.access];
  if (!actor.roles.some((role) => enough.includes(role))) {
    return { kind: "refused", code: "forbidden" };
  }
  return { kind: "authorised" };
}
