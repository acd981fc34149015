import {
  GetSigningKeys,
  ListProgress,
  ListRevocations,
  RecordTokenUse,
  ReportRevocations,
  type Revocation,
} from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { sessionLimits } from "../limits.ts";
import type { RequestClient, RequestScope } from "./request-client.ts";

/** Requests that the gateway makes for itself and not for a client: `undefined`, or false, without a reply. */
export function createOwnRequests(client: RequestClient) {
  const scoped = (correlationId: string, scope: Partial<RequestScope> = {}) =>
    client({ correlationId, traceparent: undefined, ...scope });
  return {
    readKeys: async () => {
      const result = await scoped("signing-keys").request(GetSigningKeys, {});
      return result.kind === "replied" ? result.data.keys : undefined;
    },
    // The next message of identity repeats it, so it does not wait for long.
    readRevocations: async (afterSequence: number) => {
      const deadlineAt = performance.now() + sessionLimits.requestMs;
      const { request } = scoped("revocations", { deadlineAt });
      const result = await request(ListRevocations, { afterSequence });
      return result.kind === "replied" ? result.data : undefined;
    },
    reportRevocations: async (revocations: readonly Revocation[]) => {
      const deadlineAt = performance.now() + sessionLimits.requestMs;
      const { request } = scoped("revocations", { deadlineAt });
      const result = await request(ReportRevocations, { revocations });
      return result.kind === "replied";
    },
    readProgress: async (transactionIds: readonly TransactionId[]) => {
      const result = await scoped("progress").request(ListProgress, { transactionIds });
      return result.kind === "replied" ? result.data.progress : undefined;
    },
    recordFirstUse: async (tokenId: string) => {
      const result = await scoped("first-use").request(RecordTokenUse, { tokenId });
      return result.kind === "replied";
    },
  };
}
