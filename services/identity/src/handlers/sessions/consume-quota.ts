import { ClearLoginFailures, ConsumeQuota } from "@sanu/contracts";
import { handleRequest } from "@sanu/platform";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";

export const consumeQuota = (deps: { readonly throttle: Throttle }) =>
  handleRequest(ConsumeQuota, async (data) => {
    const subject = canonicalSubject(data.subject);
    const { retryAfterSeconds, limits } = await deps.throttle.consume({ ...data, subject });
    return { retryAfterSeconds, limits: [...limits] };
  });

/** An action succeeded by which a person proves who she is. */
export const clearLoginFailures = (deps: { readonly throttle: Throttle }) =>
  handleRequest(ClearLoginFailures, async (data) => {
    const subject = canonicalSubject(data.subject);
    if (subject !== null) await deps.throttle.clearLoginFailures({ ...data, subject });
    return {};
  });

/** Spellings of one address must not have counts of their own. */
function canonicalSubject(subject: string | null): string | null {
  return subject === null ? null : canonicalEmail(subject);
}
