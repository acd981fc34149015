import { RequestCode } from "@sanu/contracts";
import type { AccountId, Clock } from "@sanu/kernel";
import { type Database, handleRequest, type SecurityTrail } from "@sanu/platform";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { findEmail } from "../../contacts/find-email.ts";
import { insertCodeRequest } from "../../credentials/otp/code-requests.ts";
import type { CountsRequests } from "../../credentials/otp/counts-requests.ts";
import { refuseTooMany } from "../../credentials/throttle/refuse-too-many.ts";
import type { Source } from "../../credentials/throttle/source.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";

export interface RequestCodeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly throttle: Pick<Throttle, "sourceOf" | "consumeCode">;
  readonly countsRequests: CountsRequests;
  readonly trail: SecurityTrail;
  readonly afterCodeRequested: () => void;
}

/**
 * Writes down that somebody wants a code and answers. Whether there is an account is looked up behind the answer,
 * so that neither its content nor its time tells. Counted is whatever was named, whether or not there is such an account.
 */
export const requestCode = (deps: RequestCodeDeps) =>
  handleRequest(RequestCode, async ({ reason, userId, email, source: given }) => {
    const source = deps.throttle.sourceOf(given);
    const { network } = source;
    deps.trail({ event: "code-requested", accountId: userId, network, operation: reason });
    const named = email === null || userId !== null ? null : canonicalEmail(email);
    const consumed = await consumeFor(deps, { source, accountId: userId, email: named });
    if (consumed.retryAfterSeconds !== null) return refuseTooMany(consumed.retryAfterSeconds);

    const { isLinkOnly } = consumed;
    const request = { reason, accountId: userId, email: named, source, isLinkOnly };
    await deps.database.query(insertCodeRequest(request, deps.clock.now()));
    deps.afterCodeRequested();
    return {};
  });

interface Named {
  readonly source: Source;
  readonly accountId: AccountId | null;
  readonly email: string | null;
}

/** An id counts for its account's address, so that a person has one share however she is named, and an unknown one for itself. */
async function consumeFor(
  { database, throttle, countsRequests }: RequestCodeDeps,
  { source, accountId, email }: Named,
) {
  if (!(await countsRequests())) return { retryAfterSeconds: null, isLinkOnly: null };
  const known = accountId === null ? email : await findEmail(database, accountId);
  return throttle.consumeCode({ source, subject: known ?? `id ${accountId}` });
}
