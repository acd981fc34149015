import { GetSigningKeys, ListProgress, ListRevocations, RecordTokenUse } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { sessionLimits } from "../limits.ts";
import type { RequestClient, RequestScope } from "./request-client.ts";

/** Requests that the gateway makes for itself and not for a client. Each maps "unavailable" to what its caller does then. */
export function createOwnRequests(client: RequestClient) {
  const scoped = (correlationId: string, scope: Partial<RequestScope> = {}) =>
    client({ correlationId, traceparent: undefined, ...scope });
  return {
    /** The keys that tokens are verified with; `undefined` without a reply. */
    readKeys: async () => {
      const result = await scoped("signing-keys").request(GetSigningKeys, {});
      return result.kind === "replied" ? result.data.keys : undefined;
    },
    /** The revocations behind a place of the sequence; `undefined` without a reply, which the next message repeats. */
    readRevocations: async (afterSequence: number) => {
      const deadlineAt = performance.now() + sessionLimits.requestMs;
      const { request } = scoped("revocations", { deadlineAt });
      const result = await request(ListRevocations, { afterSequence });
      return result.kind === "replied" ? result.data : undefined;
    },
    /** How far these transactions are; `undefined` without a reply. */
    readProgress: async (transactionIds: readonly TransactionId[]) => {
      const result = await scoped("progress").request(ListProgress, { transactionIds });
      return result.kind === "replied" ? result.data.progress : undefined;
    },
    /** Records with identity that a token came into use; false without a reply. */
    recordFirstUse: async (tokenId: string) => {
      const result = await scoped("first-use").request(RecordTokenUse, { tokenId });
      return result.kind === "replied";
    },
  };
}
