import type { ProposalView } from "@sanu/contracts";
import type { ScopedClient } from "../../clients/request-client.ts";
import type { Failure } from "../../plugins/problems.ts";
import { type ProposalRequests, proposalServices } from "./services.ts";

interface Found {
  readonly kind: "replied";
  readonly data: { readonly proposal: ProposalView };
  readonly of: ProposalRequests;
}

/** A proposal is in one service, and its id does not say in which. */
export async function findProposal(
  client: ScopedClient,
  proposalId: string,
): Promise<Found | Failure> {
  const replies = await Promise.all(
    proposalServices.map(async (of) => ({
      of,
      reply: await client.request(of.getProposal, { proposalId }),
    })),
  );
  for (const { of, reply } of replies) if (reply.kind === "replied") return { ...reply, of };
  const failures = replies.flatMap(({ reply }) => (reply.kind === "replied" ? [] : [reply]));
  const away = failures.find(({ kind }) => kind === "unavailable");
  return away ?? failures[0] ?? { kind: "unavailable", cause: "no-responders" };
}
