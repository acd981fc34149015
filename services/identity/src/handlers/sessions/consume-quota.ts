import {
  ClearLoginFailures,
  ConsumeQuota,
  type RequestData,
  type ThrottledAction,
} from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import type { Passwords } from "../../credentials/passwords/passwords.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";

interface ConsumeQuotaDeps {
  readonly throttle: Throttle;
  readonly passwords: Pick<Passwords, "isCrowded">;
}

/** What costs a hash also for who proves nothing. */
const hashedActions: ReadonlySet<ThrottledAction> = new Set(["log-in", "register"]);

/** What of a stranger would not be hashed in time is refused before it costs a commit; it guesses nothing. */
export const consumeQuota = (deps: ConsumeQuotaDeps) =>
  handleRequest(ConsumeQuota, async (data) => {
    const subject = canonicalSubject(data.subject);
    const source = sourceIn(deps, data);
    const actor = { action: data.action, source, subject };
    const knownBy = await deps.throttle.findKnownBy(actor);
    const isKnown = knownBy !== undefined;
    const isCrowded = hashedActions.has(data.action) && deps.passwords.isCrowded();
    if (isCrowded && !isKnown) return refuse("service-unavailable");
    const { retryAfterSeconds, limits } = await deps.throttle.consume(actor, knownBy);
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
