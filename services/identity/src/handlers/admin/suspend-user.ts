import { SuspendUser } from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import { type ChangeAccessDeps, changeAccess } from "./change-access.ts";
import { findStaffUser } from "./list-users.ts";

/** One person is enough to stop an account. */
export const suspendUser = (deps: ChangeAccessDeps) =>
  handleRequest(SuspendUser, async ({ by, accountId, reason }, context) => {
    // An erased person has no access any more that could change.
    if ((await findStaffUser(deps, accountId)) === undefined) return refuse("not-found");
    const stays = { approvedBy: null, role: null, kycTier: null };
    const change = { accountId, by, isActive: false, reason, ...stays };
    const done = await changeAccess(deps, change, { context });
    if ("refusal" in done) {
      const { code } = done.refusal;
      const isListed = code === "not-found" || code === "forbidden" || code === "user-not-verified";
      if (isListed) return refuse(code);
      throw new Error(`A suspension cannot be refused with ${code}`);
    }
    if (done.kind === "outdated" || done.kind === "constraint") {
      throw new Error(`A suspension was not carried out: ${done.kind}`);
    }
    const user = await findStaffUser(deps, accountId);
    return user === undefined ? refuse("not-found") : { user };
  });
