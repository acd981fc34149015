import type { AccountId, Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Why somebody of the staff decided something; `accountId` is null for a decision about nobody. */
export interface StoredAdminAction {
  readonly reasonId: string;
  readonly accountId: AccountId | null;
  readonly by: AccountId;
  /** What was asked for, without anything about the person. */
  readonly what: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly at: Instant;
}

/** Writes a reason down in the transaction of the decision; the events of the decision name its id. */
export function insertAdminAction(action: StoredAdminAction): Statement {
  const { reasonId, accountId, by, what, reason, at } = action;
  return CompiledQuery.raw(
    `insert into admin_actions (reason_id, account_id, acted_by, what, reason, acted_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [reasonId, accountId, by, JSON.stringify(what), reason, at],
  );
}
