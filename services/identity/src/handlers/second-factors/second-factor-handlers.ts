import type { RequestHandler } from "@sanu/platform";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";
import { beginPasskey } from "./begin-passkey.ts";
import { beginStepUp } from "./begin-step-up.ts";
import { beginTotp } from "./begin-totp.ts";
import { confirmTotp } from "./confirm-totp.ts";
import { finishPasskey } from "./finish-passkey.ts";
import { listSecondFactors } from "./list-second-factors.ts";
import type { AddFactorDeps } from "./may-add.ts";
import { removeSecondFactor } from "./remove-second-factor.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.ts";
import { stepUp } from "./step-up.ts";

/** What answers requests about second factors. On the schema of the release before there are none. */
export function secondFactorHandlers(deps: AddFactorDeps & SecondFactorDeps) {
  const once = (handler: RequestHandler): RequestHandler => ({
    ...handler,
    handle: async (body, context) =>
      (await deps.hasSecondFactors())
        ? handler.handle(body, context)
        : { kind: "unavailable", cause: "fault" },
  });
  return {
    hashing: [beginTotp(deps), beginPasskey(deps)].map(once),
    quick: [
      listSecondFactors(deps),
      confirmTotp(deps),
      finishPasskey(deps),
      beginStepUp(deps),
      removeSecondFactor(deps),
      renewRecoveryCodes(deps),
      stepUp(deps),
    ].map(once),
  };
}
