import {
  type AccountRole,
  type AssertStaffAct,
  type RefusalCode,
  type StaffUse,
  staffRoles,
} from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import { isStepUpFresh } from "../second-factors/factor-rules.ts";

/** A machine, by its key. It has no second factor, and never acts on money. */
export interface MachineActor {
  readonly kind: "api-key";
  readonly keyId: string;
  readonly accountId: AccountId;
  /** `<service>.<request>`, each that its scopes open. */
  readonly operations: readonly string[];
}

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
  readonly actor: StaffActor | MachineActor;
  /** `<service>.<request>`. */
  readonly operation: string;
  readonly use: StaffUse;
  readonly at: Instant;
  readonly stepUpValidMs: number;
}

export type Authorisation =
  | { readonly kind: "authorised" }
  | { readonly kind: "refused"; readonly code: RefusalCode<typeof AssertStaffAct> };

const authorised: Authorisation = { kind: "authorised" };

/** Whether somebody may do this now: by her role, a second factor in her session, and for money by a fresh one. */
export function authoriseStaffAct({
  actor,
  use,
  operation,
  ...terms
}: AskedStaffAct): Authorisation {
  if (actor.kind === "api-key") {
    const isOpen = use.access === "staff" && use.act !== "money";
    return isOpen && actor.operations.includes(operation) ? authorised : refused("forbidden");
  }
  const enough: readonly AccountRole[] = staffRoles[use.access];
  if (!actor.roles.some((role) => enough.includes(role))) return refused("forbidden");
  // Who proves her first second factor has none yet; each of these asks for what it needs.
  if (use.act === "own") return { kind: "authorised" };
  if (actor.secondFactorAt === null) return refused("second-factor-required");
  const isFresh = use.act !== "money" || isStepUpFresh(actor.secondFactorAt, terms);
  return isFresh ? authorised : refused("step-up-required");
}

function refused(code: RefusalCode<typeof AssertStaffAct>): Authorisation {
  return { kind: "refused", code };
}
