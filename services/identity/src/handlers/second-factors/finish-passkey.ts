import { FinishPasskey } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { handleRequest } from "@sanu/platform";
import { findChallenge, useChallenge } from "../../second-factors/challenges.ts";
import { changeFactors } from "../../second-factors/change-factors.ts";
import { findPasskey, insertPasskey } from "../../second-factors/factor-writes.ts";
import { verifyNewPasskey } from "../../second-factors/passkeys.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";
import { addConfirmed, addedIn, findAdded } from "./add-confirmed.ts";
import { invalidPasskey, recordGuess } from "./guess.ts";

/** A passkey that signed our challenge: from now on it counts. */
export const finishPasskey = (deps: SecondFactorDeps) =>
  handleRequest(FinishPasskey, async (data, { causationId: by }) => {
    const at = deps.clock.now();
    const added = await findAdded(deps, data, { at, by });
    if (added !== undefined) return added;
    const challenge = await findChallenge(deps, data, "add");
    const asked = { party: deps.relyingParty, challenge: challenge ?? "" };
    const passkey =
      challenge === undefined ? undefined : await verifyNewPasskey(asked, data.credential);
    const outcome = await changeFactors(deps.database, { of: data, at }, async (session, found) => {
      const addedMeanwhile = addedIn(found, by);
      if (addedMeanwhile !== undefined) return addedMeanwhile;
      if (passkey === undefined) return invalidPasskey();
      const used = await session.query(useChallenge(data, asked.challenge));
      const taken = await session.query(findPasskey(passkey.credentialId));
      if (used.length === 0 || taken.length > 0) return invalidPasskey();
      const { accountId } = data;
      const write = insertPasskey({ accountId, factorId: newId(), at, by }, passkey);
      return addConfirmed(deps, session, { found, of: data, write, proof: { at, by } });
    });
    return recordGuess(deps, data, { outcome, event: "second-factor-changed" });
  });
