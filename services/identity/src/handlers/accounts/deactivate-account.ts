import { DeactivateAccount } from "@sanu/contracts";
import { type AccountId, unreachable } from "@sanu/kernel";
import { handleRequest, refuse } from "@sanu/platform";
import type { AccountDeps } from "../../account-deps.ts";
import {
  assertAdminRemainsAfter,
  lastAdminConstraint,
} from "../../admin-actions/assert-admin-remains.ts";
import { changeAccount } from "../../change-account.ts";
import {
  checkOwnPassword,
  type OwnPasswordDeps,
  passwordRefusal,
} from "../../credentials/passwords/check-own-password.ts";
import { queueNotice } from "../../mail/queue-notice.ts";
import { findUser } from "../../projections/accounts/query.ts";
import { revokeSessions } from "../../sessions/revoke-sessions.ts";

export interface DeactivateAccountDeps extends OwnPasswordDeps, AccountDeps {
  readonly afterMailQueued: () => void;
  readonly afterRevocation: () => void;
}

export const deactivateAccount = (deps: DeactivateAccountDeps) =>
  handleRequest(DeactivateAccount, async ({ accountId, password }, context) => {
    const checked = await checkOwnPassword(deps, { accountId, password }, context);
    if (checked.kind !== "right") return passwordRefusal(checked);
    const at = deps.clock.now();
    const result = await changeAccount(deps.store, accountId, {
      command: { kind: "deactivate", at },
      context,
      writes: (_events, state) => [
        ...assertAdminRemainsAfter(state),
        queueNotice(accountId, "account-deactivated", at),
        revokeSessions(accountId, "deactivated", { at }),
      ],
    });
    switch (result.kind) {
      case "accepted":
        deps.afterMailQueued();
        deps.afterRevocation();
        return replyOf(deps, accountId);
      case "nothing-new":
        return replyOf(deps, accountId);
      case "refused":
        return refuse("not-found");
      case "constraint":
        if (result.constraint === lastAdminConstraint) return refuse("last-admin");
        throw new Error(`A deactivation broke ${result.constraint}`);
      default:
        return unreachable(result);
    }
  });

async function replyOf(deps: DeactivateAccountDeps, accountId: AccountId) {
  const user = await findUser(deps.tables, accountId);
  return user === undefined ? refuse("not-found") : { user };
}
