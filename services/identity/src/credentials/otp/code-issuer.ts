import { createLoop, type Loop, type Secret, untilNone } from "@sanu/platform";
import type { BackgroundDeps } from "../../background-deps.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { type CodeRequest, dequeueCodeRequest, findCodeTarget } from "./code-requests.ts";
import { issueCode } from "./issue-code.ts";
import type { KnowsSources } from "./knows-sources.ts";
import { otpLimits } from "./otp-limits.ts";

export interface CodeIssuerOptions extends BackgroundDeps {
  readonly otpPepper: () => Secret;
  readonly throttle: Pick<Throttle, "consumeCode">;
  readonly knowsSources: KnowsSources;
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

/** Request and fulfilment are one commit: a crash between them loses neither. Returns how many were fulfilled. */
async function issueOne(options: CodeIssuerOptions): Promise<number> {
  const { database, clock, otpPepper, throttle, knowsSources } = options;
  const issued = await database.transaction(async (session) => {
    const request = await dequeueCodeRequest(session);
    if (request === undefined) return 0;
    const target = await findCodeTarget(session, request);
    if (target === undefined) return 1;
    const isLinkOnly = await countedAs(throttle, request, target.email);
    if (isLinkOnly === undefined) return 1;
    const isSourceKept = await knowsSources();
    const terms = { otpPepper: otpPepper(), at: clock.now(), isSourceKept, isLinkOnly };
    await session.query(issueCode(target, request.source, terms));
    return 1;
  });
  if (issued > 0) options.afterMailQueued();
  return issued;
}

/** What the request may get; `undefined` for nothing. A replica of the release before stored it without counting. */
async function countedAs(
  throttle: CodeIssuerOptions["throttle"],
  { isLinkOnly, source }: CodeRequest,
  subject: string,
): Promise<boolean | undefined> {
  if (isLinkOnly !== null) return isLinkOnly;
  const consumed = await throttle.consumeCode({ source, subject });
  return consumed.retryAfterSeconds === null ? consumed.isLinkOnly : undefined;
}
