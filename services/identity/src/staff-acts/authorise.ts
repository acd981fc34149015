import {
  type AccountRole,
  type AssertStaffAct,
  type RefusalCode,
  type StaffUse,
  staffRoles,
} from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import { isStepUpFresh } from "../second-factors/factor-rules.ts";

/** Who asks, as identity's own database knows her now; nothing of it is the gateway's word. */
export interface StaffActor {
  readonly kind: "person";
  readonly accountId: AccountId;
  readonly sessionId: string;
  readonly roles: readonly AccountRole[];
  /** When the session proved a second factor, if it did. */
  readonly secondFactorAt: Instant | null;
}

export interface AskedStaffAct {
  readonly actor: StaffActor;
  /** `<service>.<request>`. */
  readonly operation: string;
  readonly use: StaffUse;
  readonly at: Instant;
  readonly stepUpValidMs: number;
}

export type Authorisation =
  | { readonly kind: "authorised" }
  | { readonly kind: "refused"; readonly code: RefusalCode<typeof AssertStaffAct> };

/** Whether somebody may do this now: by her role, a second factor in her session, and for money by a fresh one. */
export function authoriseStaffAct({ actor, use, ...terms }: AskedStaffAct): Authorisation {
  const enough: readonly AccountRole[] = staffRoles[use.access];
  if (!actor.roles.some((role) => enough.includes(role))) return refused("forbidden");
  // Who proves her first second factor has none yet; each of these asks for what it needs.
  if (use.act === "own") return { kind: "authorised" };
  if (actor.secondFactorAt === null) return refused("second-factor-required");
  const isFresh = use.act !== "money" || isStepUpFresh(actor.secondFactorAt, terms);
  return isFresh ? { kind: "authorised" } : refused("step-up-required");
}

function refused(code: RefusalCode<typeof AssertStaffAct>): Authorisation {
  return { kind: "refused", code };
}
