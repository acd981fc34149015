import { RequestCode } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest, type SecurityTrail } from "@sanu/platform";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { insertCodeRequest } from "../../credentials/otp/code-requests.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";

export interface RequestCodeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly throttle: Pick<Throttle, "sourceOf">;
  readonly trail: SecurityTrail;
  readonly afterCodeRequested: () => void;
}

/**
 * Writes down that somebody wants a code and answers. Whether there is an account is looked up behind the answer,
 * so that neither its content nor its time tells.
 */
export const requestCode = (deps: RequestCodeDeps) =>
  handleRequest(RequestCode, async ({ reason, userId, email, source }) => {
    const request = {
      reason,
      accountId: userId,
      email: email === null || userId !== null ? null : canonicalEmail(email),
      source: deps.throttle.sourceOf(source),
    };
    await deps.database.query(insertCodeRequest(request, deps.clock.now()));
    const { network } = request.source;
    deps.trail({ event: "code-requested", accountId: userId, network, operation: reason });
    deps.afterCodeRequested();
    return {};
  });
