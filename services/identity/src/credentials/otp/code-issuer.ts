import { createLoop, type Loop, type Secret, untilNone } from "@sanu/platform";
import type { BackgroundDeps } from "../../background-deps.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { dequeueCodeRequest, findCodeTarget } from "./code-requests.ts";
import { issueCode } from "./issue-code.ts";
import { otpLimits } from "./otp-limits.ts";

export interface CodeIssuerOptions extends BackgroundDeps {
  readonly otpPepper: () => Secret;
  readonly throttle: Pick<Throttle, "consumeCode">;
  readonly afterMailQueued: () => void;
}

export function createCodeIssuer(options: CodeIssuerOptions): Loop {
  const { logger, metrics } = options;
  return createLoop({
    name: "codes",
    work: untilNone(() => issueOne(options)),
    idleMs: otpLimits.issuePollMs,
    quietIdleMs: otpLimits.issueQuietPollMs,
    logger,
    metrics,
  });
}

/**
 * Request and fulfilment are one commit: a crash between them loses neither. What strangers together may cause is counted here, and
 * nobody is told. Returns how many were fulfilled.
 */
async function issueOne(options: CodeIssuerOptions): Promise<number> {
  const { database, clock, otpPepper, throttle } = options;
  const issued = await database.transaction(async (session) => {
    const request = await dequeueCodeRequest(session);
    if (request === undefined) return 0;
    const target = await findCodeTarget(session, request);
    if (target === undefined) return 1;
    const { source } = request;
    const consumed = await throttle.consumeCode({ source, subject: target.email });
    if (consumed.retryAfterSeconds !== null) return 1;
    const { isLinkOnly } = consumed;
    const terms = { otpPepper: otpPepper(), at: clock.now(), isLinkOnly };
    await session.query(issueCode(target, source, terms));
    return 1;
  });
  if (issued > 0) options.afterMailQueued();
  return issued;
}
