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

/** What answers requests about second factors. */
export function secondFactorHandlers(deps: AddFactorDeps & SecondFactorDeps) {
  return {
    hashing: [beginTotp(deps), beginPasskey(deps)],
    quick: [
      listSecondFactors(deps),
      confirmTotp(deps),
      finishPasskey(deps),
      beginStepUp(deps),
      removeSecondFactor(deps),
      renewRecoveryCodes(deps),
      stepUp(deps),
    ],
  };
}
