import { FindStaff, type ReplyData } from "@sanu/contracts";
import { type AccountId, fold } from "@sanu/kernel";
import { type Database, type EventStore, handleRequest } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { account } from "../../account/decide.ts";
import type { AccountEvent } from "../../account/events.ts";

export interface FindStaffDeps {
  readonly store: Pick<EventStore<AccountEvent>, "load">;
  readonly database: Pick<Database, "query">;
}

type Staff = ReplyData<typeof FindStaff>["staff"];

/** Who is suspended counts: one admin could suspend all others, and be the only one. */
const adminsText = `select account_id as "accountId" from accounts
  where 'admin' = any(roles) and status in ('active', 'suspended') limit 2`;

/** By their own logs, and so as of now. */
export const findStaff = (deps: FindStaffDeps) =>
  handleRequest(FindStaff, async ({ accountIds }) => ({
    staff: await readStaff(deps, accountIds),
  }));

export async function readStaff(
  { store, database }: FindStaffDeps,
  accountIds: readonly AccountId[],
): Promise<Staff> {
  const admins = await database.query<{ accountId: AccountId }>(CompiledQuery.raw(adminsText, []));
  const found = await Promise.all(
    [...new Set(accountIds)].map(async (accountId) => {
      const state = fold(account, (await store.load(accountId)).events);
      if (state.status !== "active" || state.staffSince === undefined) return [];
      const isOnlyAdmin = admins.length === 1 && admins[0]?.accountId === accountId;
      return [{ accountId, roles: [...state.roles], since: state.staffSince, isOnlyAdmin }];
    }),
  );
  return found.flat();
}
