import type { ReplyData, RequestDefinition, RequestInput } from "@sanu/contracts";
import { type Messaging, PeerUnavailableError, type ReactionInput } from "@sanu/platform";

const askLimits = { requestTimeoutMs: 2_000 } as const;

/** What payments replies about a payment that a fact told of. Throws while it cannot say: the fact comes again soon. */
export async function askPayments<Definition extends RequestDefinition>(
  { request }: Pick<Messaging, "request">,
  definition: Definition,
  input: RequestInput<Definition>,
  { context }: ReactionInput,
): Promise<ReplyData<Definition>> {
  const options = { context, timeoutMs: askLimits.requestTimeoutMs };
  const reply = await request(definition, input, options);
  if (reply.kind === "replied") return reply.data;
  if (reply.kind === "unavailable" && reply.cause !== "malformed-reply") {
    throw new PeerUnavailableError(`payments cannot be asked ${definition.name}: ${reply.cause}`);
  }
  const why = reply.kind === "refused" ? reply.refusal.code : reply.cause;
  throw new Error(`payments did not reply to ${definition.name}: ${why}`);
}
