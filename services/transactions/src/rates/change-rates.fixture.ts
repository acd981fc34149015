import { type RatesChange, transactionsProposals } from "@sanu/contracts";
import { type AccountId, type CommandId, newId } from "@sanu/kernel";
import type { RunningTransactions } from "../transactions.fixture.ts";

const { proposeChange, decideProposal } = transactionsProposals;

export type Rates = Omit<RatesChange, "operation">;

/** One admin proposes. */
export function proposeRates(
  { request }: Pick<RunningTransactions, "request">,
  rates: Rates,
  by: AccountId = newId(),
  commandId: CommandId = newId(),
) {
  const change = { operation: "change-rates", ...rates } as const;
  return request(proposeChange, { commandId, by, reason: "because", change });
}

/** Another one approves what she proposes; the refusal of whichever was refused. */
export async function changeRates(
  running: Pick<RunningTransactions, "request">,
  rates: Rates,
  of: { readonly by?: AccountId; readonly approver?: AccountId } = {},
) {
  const proposed = await proposeRates(running, rates, of.by);
  if (proposed.kind !== "replied") return proposed;
  const { id: proposalId, content_sha256: contentSha256 } = proposed.data.proposal;
  return running.request(decideProposal, {
    commandId: newId<"CommandId">(),
    by: of.approver ?? newId(),
    reason: "seen",
    proposalId,
    decision: "approve",
    contentSha256,
  });
}
