import { ProposalView, type RequestInput } from "@sanu/contracts";
import { z } from "zod";
import type { ScopedClient } from "../../clients/request-client.ts";
import type { Failure } from "../../plugins/problems.ts";
import type { ProposalRequests } from "./services.ts";

/** What a route answers with 202 where two people decide. */
export interface Proposed {
  readonly kind: "proposed";
  readonly proposal: ProposalView;
}

/** Of an operation that always takes two. */
export const proposedSuccess = {
  status: 202,
  description: "Proposed: it waits for another person's approval",
  body: { data: z.object({ proposal: ProposalView }) },
};

export async function propose<Requests extends ProposalRequests>(
  client: ScopedClient,
  { proposeChange }: Requests,
  input: Omit<RequestInput<Requests["proposeChange"]>, "commandId">,
): Promise<Proposed | Failure> {
  const result = await client.command<Requests["proposeChange"]>(proposeChange, input);
  if (result.kind !== "replied") return result;
  return { kind: "proposed", proposal: result.data.proposal };
}
