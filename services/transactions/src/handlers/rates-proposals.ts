import { FindStaff, type RatesChange, transactionsProposals } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import {
  type Messaging,
  type ProposalDeps,
  proposalHandlers,
  type RequestHandler,
} from "@sanu/platform";
import { type RatesOperationDeps, ratesOperation } from "./rates-operation.ts";

export interface RatesProposalDeps extends RatesOperationDeps, ProposalDeps {}

/** What two people decide about the rate. */
export function ratesProposals(deps: RatesProposalDeps): readonly RequestHandler[] {
  const operations = { "change-rates": ratesOperation(deps) };
  return proposalHandlers<RatesChange>(deps, transactionsProposals, operations);
}

/** Only identity knows who is an admin now. */
export function standingsByIdentity(
  messaging: () => Pick<Messaging, "request">,
): ProposalDeps["standingsOf"] {
  return async (people) => {
    const accountIds = [...new Set(people)];
    const context = { correlationId: newId<string>(), causationId: newId<string>() };
    const reply = await messaging().request(FindStaff, { accountIds }, { context });
    if (reply.kind !== "replied") return undefined;
    return new Map(
      reply.data.staff.map(({ accountId, roles, since }) => [
        accountId,
        { mayDecide: roles.includes("admin"), since },
      ]),
    );
  };
}
