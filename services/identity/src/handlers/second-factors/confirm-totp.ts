import { ConfirmTotp } from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import { changeFactors } from "../../second-factors/change-factors.ts";
import { confirmTotp as confirmWrite } from "../../second-factors/factor-writes.ts";
import { findUnusedStep } from "../../second-factors/prove-factor.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";
import { addConfirmed, addedIn, findAdded } from "./add-confirmed.ts";
import { invalidCode, mayGuess, recordGuess } from "./guess.ts";

/** The first code of an authenticator app: from now on the app counts. */
export const confirmTotp = (deps: SecondFactorDeps) =>
  handleRequest(ConfirmTotp, async (data, { causationId: by }) => {
    const { factorId, code } = data;
    const at = deps.clock.now();
    const added = await findAdded(deps, data, { at, by });
    if (added !== undefined) return added;
    const throttled = await mayGuess(deps, data);
    if (throttled !== undefined) return throttled;
    const outcome = await changeFactors(deps.database, { of: data, at }, async (session, found) => {
      const addedMeanwhile = addedIn(found, by);
      if (addedMeanwhile !== undefined) return addedMeanwhile;
      const factor = found.begun.find((each) => each.factorId === factorId);
      if (factor === undefined) return refuse("not-found");
      const step = findUnusedStep(deps.documentKeys, factor, { code, at });
      if (step === undefined) return invalidCode("code");
      const write = confirmWrite(factorId, step, { at, by });
      return addConfirmed(deps, session, { found, of: data, write, proof: { at, by } });
    });
    return recordGuess(deps, data, { outcome, event: "second-factor-changed" });
  });
