import { FindStaff, type ReplyInput } from "@sanu/contracts";
import { type AccountId, fold } from "@sanu/kernel";
import { type EventStore, handleRequest } from "@sanu/platform";
import { account } from "../../account/decide.ts";
import type { AccountEvent } from "../../account/events.ts";

export interface FindStaffDeps {
  readonly store: Pick<EventStore<AccountEvent>, "load">;
}

type Staff = ReplyInput<typeof FindStaff>["staff"];

/** By their own logs, and so as of now. */
export const findStaff = (deps: FindStaffDeps) =>
  handleRequest(FindStaff, async ({ accountIds }) => ({
    staff: await readStaff(deps, accountIds),
  }));

export async function readStaff(
  { store }: FindStaffDeps,
  accountIds: readonly AccountId[],
): Promise<Staff> {
  const found = await Promise.all(
    [...new Set(accountIds)].map(async (accountId) => {
      const state = fold(account, (await store.load(accountId)).events);
      if (state.status !== "active" || state.staffSince === undefined) return [];
      return [{ accountId, roles: [...state.roles], since: state.staffSince }];
    }),
  );
  return found.flat();
}
