import { BeginPasskey } from "@sanu/contracts";
import { handleRequest } from "@sanu/platform";
import { beginChallenge } from "../../second-factors/challenges.ts";
import { knownPasskeys } from "../../second-factors/load-factors.ts";
import { creationOptions } from "../../second-factors/passkeys.ts";
import { type AddFactorDeps, mayAdd } from "./may-add.ts";

export const beginPasskey = (deps: AddFactorDeps) =>
  handleRequest(BeginPasskey, async (data, context) => {
    const found = await mayAdd(deps, data, context);
    if ("refusal" in found) return found;
    const challenge = await beginChallenge(deps, data, "add");
    const asked = { party: deps.relyingParty, challenge };
    const { accountId } = data;
    const known = knownPasskeys(found);
    return { options: creationOptions(asked, { accountId, email: found.email, known }) };
  });
