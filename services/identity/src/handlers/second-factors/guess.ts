import type { FieldRule, RequestSource } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { type HandlerRefusal, refuse, type SecurityEventName } from "@sanu/platform";
import { refuseTooMany } from "../../credentials/throttle/refuse-too-many.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";

type Deps = Pick<SecondFactorDeps, "throttle" | "trail">;

interface Guess {
  readonly accountId: AccountId;
  readonly source: RequestSource;
}

export function invalidCode(field: string) {
  const rules: readonly FieldRule[] = ["invalid-code"];
  return refuse("validation-failed", undefined, { [field]: rules });
}

export function invalidPasskey() {
  return refuse("validation-failed", undefined, { credential: ["invalid-passkey"] });
}

/** Counts a guess at six digits before it is compared. Passkeys and recovery codes nobody guesses: they are not counted. */
export async function mayGuess({ throttle }: Deps, guess: Guess) {
  const { retryAfterSeconds } = await throttle.consumeFactorGuess(whose({ throttle }, guess));
  return retryAfterSeconds === null ? undefined : refuseTooMany(retryAfterSeconds);
}

/** Passes on what became of a proof. From where it was right others' guesses do not keep her out from now on. */
export async function recordGuess<Outcome extends object | HandlerRefusal<string>>(
  { throttle, trail }: Deps,
  guess: Guess,
  { outcome, event }: { readonly outcome: Outcome; readonly event: SecurityEventName },
): Promise<Outcome> {
  const { accountId, source } = guess;
  const code = "refusal" in outcome ? outcome.refusal.code : undefined;
  const { network } = throttle.sourceOf(source);
  if (code === undefined) {
    trail({ event, accountId, network });
    await throttle.clearFactorGuesses(whose({ throttle }, guess));
  }
  if (code === "validation-failed") trail({ event: "second-factor-failed", accountId, network });
  return outcome;
}

function whose({ throttle }: Pick<Deps, "throttle">, { accountId, source }: Guess) {
  return { source: throttle.sourceOf(source), subject: `second-factor:${accountId}` };
}
