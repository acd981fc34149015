import { ClearLoginFailures, ConsumeQuota, type RequestData } from "@sanu/contracts";
import { handleRequest } from "@sanu/platform";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";

export const consumeQuota = (deps: { readonly throttle: Throttle }) =>
  handleRequest(ConsumeQuota, async (data) => {
    const subject = canonicalSubject(data.subject);
    const source = sourceIn(deps, data);
    const actor = { action: data.action, source, subject };
    const { retryAfterSeconds, limits, isKnown } = await deps.throttle.consume(actor);
    // Whoever asks proves nothing by naming a subject: how its counts stand is not his to know.
    const shown = limits.filter(({ name }) => name === "address");
    return { retryAfterSeconds, limits: shown, isKnown };
  });

/** An action succeeded by which a person proves who she is. */
export const clearLoginFailures = (deps: { readonly throttle: Throttle }) =>
  handleRequest(ClearLoginFailures, async (data) => {
    const subject = canonicalSubject(data.subject);
    const source = sourceIn(deps, data);
    if (subject !== null) await deps.throttle.clearLoginFailures({ source, subject });
    return {};
  });

function sourceIn(
  { throttle }: { readonly throttle: Pick<Throttle, "sourceOf"> },
  { address, device = null }: RequestData<typeof ConsumeQuota>,
) {
  return throttle.sourceOf({ address, device });
}

/** Spellings of one address must not have counts of their own. */
function canonicalSubject(subject: string | null): string | null {
  return subject === null ? null : canonicalEmail(subject);
}
