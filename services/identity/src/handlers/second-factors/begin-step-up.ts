import { BeginStepUp } from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import { beginChallenge } from "../../second-factors/challenges.ts";
import { knownPasskeys, loadFactors } from "../../second-factors/load-factors.ts";
import { requestOptions } from "../../second-factors/passkeys.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";

/** A challenge for who has a passkey. */
export const beginStepUp = (deps: SecondFactorDeps) =>
  handleRequest(BeginStepUp, async (of) => {
    const found = await loadFactors(deps.database, of, deps.clock.now());
    if (found === undefined) return refuse("unauthenticated");
    const known = knownPasskeys(found);
    if (known.length === 0) return { options: null };
    const challenge = await beginChallenge(deps, of, "prove");
    return { options: requestOptions({ party: deps.relyingParty, challenge }, known) };
  });
