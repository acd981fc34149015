import { RequestCode } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest, type SecurityTrail } from "@sanu/platform";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { findEmail } from "../../contacts/find-email.ts";
import { type CodeRequest, insertCodeRequest } from "../../credentials/otp/code-requests.ts";
import { refuseTooMany } from "../../credentials/throttle/refuse-too-many.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";

export interface RequestCodeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly throttle: Pick<Throttle, "sourceOf" | "consumeAsked">;
  readonly trail: SecurityTrail;
  readonly afterCodeRequested: () => void;
}

/**
 * Writes down that somebody wants a code and answers. Whether there is an account, and whether its address may get another mail, is
 * looked up behind the answer, so that neither its content nor its time tells. What is told is how often was asked from here for
 * whatever was named, whether or not there is such an account; where somebody else asked that often, its owner still gets her mail.
 */
export const requestCode = (deps: RequestCodeDeps) =>
  handleRequest(RequestCode, async ({ reason, userId, email, source: given }) => {
    const source = deps.throttle.sourceOf(given);
    const { network } = source;
    deps.trail({ event: "code-requested", accountId: userId, network, operation: reason });
    const named = email === null || userId !== null ? null : canonicalEmail(email);
    const request = { reason, accountId: userId, email: named, source };
    await deps.database.query(insertCodeRequest(request, deps.clock.now()));
    deps.afterCodeRequested();
    const { retryAfterSeconds } = await consumeFor(deps, request);
    return retryAfterSeconds === null ? {} : refuseTooMany(retryAfterSeconds);
  });

/** An id counts for its account's address, so that a person has one share however she is named, and an unknown one for itself. */
async function consumeFor(
  { database, throttle }: RequestCodeDeps,
  { source, accountId, email }: CodeRequest,
) {
  const known = accountId === null ? email : await findEmail(database, accountId);
  return throttle.consumeAsked({ source, subject: known ?? `id ${accountId}` });
}
