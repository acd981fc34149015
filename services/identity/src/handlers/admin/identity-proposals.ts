import { type IdentityChange, identityProposals, staffRoles } from "@sanu/contracts";
import { type ProposalDeps, proposalHandlers, type RequestHandler } from "@sanu/platform";
import { keyLimitsOperation } from "../api-keys/change-key-limits.ts";
import { keyOpeningOperation } from "../api-keys/key-opening.ts";
import { type DecideKycDeps, kycOperation } from "../kyc/decide-kyc.ts";
import type { ChangeAccessDeps } from "./change-access.ts";
import { erasureOperation } from "./erasure-operation.ts";
import { readStaff } from "./find-staff.ts";
import { type TierLimitDeps, tierLimitOperation } from "./tier-limit-operation.ts";
import { userOperation } from "./user-operation.ts";

export interface IdentityProposalDeps
  extends ChangeAccessDeps,
    TierLimitDeps,
    DecideKycDeps,
    Pick<ProposalDeps, "proposals"> {}

/** What two people decide about accounts and tiers. */
export function identityProposalHandlers(deps: IdentityProposalDeps): readonly RequestHandler[] {
  const standingsOf: ProposalDeps["standingsOf"] = async (people, operation) => {
    const able: readonly string[] = staffRoles[operation === "approve-kyc" ? "staff" : "admins"];
    return new Map(
      (await readStaff(deps, people)).map(({ accountId, roles, ...rest }) => [
        accountId,
        { mayDecide: roles.some((role) => able.includes(role)), ...rest },
      ]),
    );
  };
  return proposalHandlers<IdentityChange>({ ...deps, standingsOf }, identityProposals, {
    "change-user": userOperation(deps),
    "change-tier-limit": tierLimitOperation(deps),
    "approve-kyc": kycOperation(deps),
    "open-api-key": keyOpeningOperation(deps),
    "change-api-key": keyLimitsOperation(deps),
    "erase-user": erasureOperation(deps),
  });
}
