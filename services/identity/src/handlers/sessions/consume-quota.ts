import { ClearLoginFailures, ConsumeQuota, type RequestData } from "@sanu/contracts";
import { handleRequest } from "@sanu/platform";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import type { Actor } from "../../credentials/throttle/policies.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";

export const consumeQuota = (deps: { readonly throttle: Throttle }) =>
  handleRequest(ConsumeQuota, async (data) => {
    const { retryAfterSeconds, limits } = await deps.throttle.consume(actorOf(data));
    return { retryAfterSeconds, limits: [...limits] };
  });

/** An action succeeded by which a person proves who she is. */
export const clearLoginFailures = (deps: { readonly throttle: Throttle }) =>
  handleRequest(ClearLoginFailures, async (data) => {
    await deps.throttle.clearLoginFailures(actorOf(data));
    return {};
  });

/** Spellings of one address must not have counts of their own. */
function actorOf({ action, address, subject }: RequestData<typeof ConsumeQuota>): Actor {
  return { action, address, subject: canonicalEmail(subject ?? "") };
}
