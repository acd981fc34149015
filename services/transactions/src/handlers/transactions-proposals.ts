import {
  FindStaff,
  type ReplyData,
  type TransactionsChange,
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
import { type AggregatorOperationDeps, aggregatorOperation } from "./aggregator-operation.ts";
import { type RatesOperationDeps, ratesOperation } from "./rates-operation.ts";
import type { StandingsOf } from "./refused-standing.ts";

export interface TransactionsProposalDeps
  extends RatesOperationDeps,
    AggregatorOperationDeps,
    ProposalDeps {}

/** What two people decide about the rate, and about who moves money. */
export function transactionsProposalHandlers(
  deps: TransactionsProposalDeps,
): readonly RequestHandler[] {
  const operations = {
    "change-rates": ratesOperation(deps),
    "change-aggregator": aggregatorOperation(deps),
  };
  return proposalHandlers<TransactionsChange>(deps, transactionsProposals, operations);
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
