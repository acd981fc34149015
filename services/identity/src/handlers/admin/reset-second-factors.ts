import { type AccountId, type Clock, newId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { OPERATOR } from "../../admin-actions/operator.ts";
import { queueNotice } from "../../mail/queue-notice.ts";
import { lockFactors } from "../../second-factors/change-factors.ts";
import { deleteAllFactors } from "../../second-factors/factor-writes.ts";
import { revokeSessions } from "../../sessions/revoke-sessions.ts";
import { findVerified } from "./find-verified.ts";

/**
 * For who has lost everything that proves her second factor: what is left of it is deleted, every session ends, and the
 * owner is told by mail. `undefined` where no account has the address. Asked again it does the same again.
 */
export async function resetSecondFactors(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<AccountId | undefined> {
  return database.transaction(async (session) => {
    const found = await findVerified(session, email);
    if (found === undefined) return undefined;
    const { accountId } = found;
    const at = clock.now();
    const what = { second_factors: "reset" };
    const writes = [
      lockFactors(accountId),
      ...deleteAllFactors(accountId),
      insertAdminAction({ reasonId: newId(), accountId, by: OPERATOR, what, reason, at }),
      queueNotice(accountId, "second-factors-reset", at),
      revokeSessions(accountId, "second-factors-reset", { at }),
    ];
    await Promise.all(writes.map((write) => session.query(write)));
    return accountId;
  });
}
