import { StepUp } from "@sanu/contracts";
import { type Instant, plusMs } from "@sanu/kernel";
import { handleRequest, refuse } from "@sanu/platform";
import { changeFactors } from "../../second-factors/change-factors.ts";
import { checkPasskey } from "../../second-factors/check-passkey.ts";
import { type FoundFactors, loadFactors } from "../../second-factors/load-factors.ts";
import { proveFactor } from "../../second-factors/prove-factor.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";
import { invalidCode, invalidPasskey, mayGuess, recordGuess } from "./guess.ts";

const refusals = {
  totp: () => invalidCode("code"),
  "recovery-code": () => invalidCode("recovery_code"),
  passkey: invalidPasskey,
} as const;
const events = {
  totp: "second-factor-proved",
  "recovery-code": "recovery-code-used",
  passkey: "second-factor-proved",
} as const;

/** Writes into the session that a second factor was proved just now. No token changes. */
export const stepUp = (deps: SecondFactorDeps) =>
  handleRequest(StepUp, async (data, { causationId: by }) => {
    const { proof } = data;
    const at = deps.clock.now();
    const before = await loadFactors(deps.database, data, at);
    if (before === undefined) return refuse("unauthenticated");
    const done = doneIn(before);
    if (done !== undefined) return done;
    const throttled = proof.kind === "totp" ? await mayGuess(deps, data) : undefined;
    if (throttled !== undefined) return throttled;
    const checked =
      proof.kind === "passkey" ? await checkPasskey(deps, { ...data, ...proof }, before) : proof;
    const outcome = await changeFactors(deps.database, { of: data, at }, async (session, found) => {
      const doneMeanwhile = doneIn(found);
      if (doneMeanwhile !== undefined) return doneMeanwhile;
      const given = { ...data, keys: deps.documentKeys, at, by };
      const isProved =
        checked !== undefined && (await proveFactor(session, found, { ...given, proof: checked }));
      return isProved ? provedAt(at) : refusals[proof.kind]();
    });
    if (proof.kind === "recovery-code") deps.afterMailQueued();
    return recordGuess(deps, data, { outcome, event: events[proof.kind] });

    /** The same command again: the reply to the first try got lost. */
    function doneIn({ provedBy, secondFactorAt }: FoundFactors) {
      return provedBy === by && secondFactorAt !== null ? provedAt(secondFactorAt) : undefined;
    }

    function provedAt(confirmedAt: Instant) {
      return { confirmedAt, freshUntil: plusMs(confirmedAt, deps.stepUpValidMs) };
    }
  });
