import {
  FindStaff,
  type RatesChange,
  type ReplyData,
  transactionsProposals,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import {
  type Messaging,
  type ProposalDeps,
  proposalHandlers,
  type RequestHandler,
  type Standing,
} from "@sanu/platform";
import { type RatesOperationDeps, ratesOperation } from "./rates-operation.ts";
import type { StandingsOf } from "./refused-standing.ts";

export interface RatesProposalDeps extends RatesOperationDeps, ProposalDeps {}

/** What two people decide about the rate. */
export function ratesProposals(deps: RatesProposalDeps): readonly RequestHandler[] {
  const operations = { "change-rates": ratesOperation(deps) };
  return proposalHandlers<RatesChange>(deps, transactionsProposals, operations);
}

/** Only identity knows who is an admin now. */
export function standingsByIdentity(messaging: () => Pick<Messaging, "request">): StandingsOf {
  return async (people) => {
    const accountIds = [...new Set(people)];
    const context = { correlationId: newId<string>(), causationId: newId<string>() };
    const reply = await messaging().request(FindStaff, { accountIds }, { context });
    if (reply.kind !== "replied") return undefined;
    return standingsIn(reply.data.staff);
  };
}

/** What identity says of people, as what they may decide here. */
export function standingsIn(
  staff: ReplyData<typeof FindStaff>["staff"],
): ReadonlyMap<AccountId, Standing> {
  return new Map(
    staff.map(({ accountId, roles, ...rest }) => [
      accountId,
      { mayDecide: roles.includes("admin"), ...rest },
    ]),
  );
}
