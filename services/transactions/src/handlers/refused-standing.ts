import type { AccountId, Instant } from "@sanu/kernel";
import { isNewcomer, type ProposalTerms, type Standing } from "@sanu/platform";
import type { Proposal } from "../case/state.ts";

/** What people may now, as identity says; `undefined` while nobody can say. */
export type StandingsOf = (
  accountIds: readonly AccountId[],
) => Promise<ReadonlyMap<AccountId, Standing> | undefined>;

export interface StandingDeps {
  readonly proposals: Pick<ProposalTerms, "isSoleAdminAllowed" | "newcomerWaitsMs">;
  readonly standingsOf: StandingsOf;
}

type StandingRefusal =
  | "service-unavailable"
  | "forbidden"
  | "proposal-void"
  | "own-proposal"
  | "approver-too-new";

/** Whether who proposed and who approves are both admins now, as for every other act that takes two. */
export async function refusedStanding(
  { standingsOf, proposals: terms }: StandingDeps,
  { proposedBy, proposedAt }: Pick<Proposal, "proposedBy" | "proposedAt">,
  { by, at }: { readonly by: AccountId; readonly at: Instant },
): Promise<StandingRefusal | undefined> {
  const standings = await standingsOf([by, proposedBy]);
  if (standings === undefined) return "service-unavailable";
  const approver = standings.get(by);
  if (approver?.mayDecide !== true) return "forbidden";
  if (standings.get(proposedBy)?.mayDecide !== true) return "proposal-void";
  if (by === proposedBy) {
    const isEnough = terms.isSoleAdminAllowed && approver.isOnlyAdmin === true;
    return isEnough ? undefined : "own-proposal";
  }
  return isNewcomer(approver, { proposedAt }, { at, terms }) ? "approver-too-new" : undefined;
}
