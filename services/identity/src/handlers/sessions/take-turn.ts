import { ForgiveTurns, type RequestData, TakeTurn } from "@sanu/contracts";
import { handleRequest } from "@sanu/platform";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import type { Actor } from "../../credentials/throttle/policies.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";

/** Whether somebody may act now, and what is left. */
export const takeTurn = (deps: { readonly throttle: Throttle }) =>
  handleRequest(TakeTurn, async (data) => {
    const { retryAfterSeconds, limits } = await deps.throttle.take(actorOf(data));
    return { retryAfterSeconds, limits: [...limits] };
  });

/** An action succeeded by which a person proves who she is. */
export const forgiveTurns = (deps: { readonly throttle: Throttle }) =>
  handleRequest(ForgiveTurns, async (data) => {
    await deps.throttle.forgive(actorOf(data));
    return {};
  });

/** Spellings of one address must not have counts of their own. */
function actorOf({ action, address, subject }: RequestData<typeof TakeTurn>): Actor {
  return { action, address, subject: canonicalEmail(subject ?? "") };
}
