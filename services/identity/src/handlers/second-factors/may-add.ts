import { refuse } from "@sanu/platform";
import {
  checkOwnPassword,
  type OwnPasswordDeps,
  passwordRefusal,
} from "../../credentials/passwords/check-own-password.ts";
import type { Client } from "../../credentials/passwords/hash-queue.ts";
import { refusalToAdd } from "../../second-factors/factor-rules.ts";
import {
  type FoundFactors,
  loadFactors,
  type OfSession,
} from "../../second-factors/load-factors.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";
import { secondFactorLimits } from "../../second-factors/second-factor-limits.ts";

export type AddFactorDeps = OwnPasswordDeps & SecondFactorDeps;

/** Whether a live session may add a factor, which takes the password, and a factor where there is one. */
export async function mayAdd(
  deps: AddFactorDeps,
  of: OfSession & { readonly password: string },
  client: Pick<Client, "remainingMs">,
) {
  const found = await loadFactors(deps.database, of, deps.clock.now());
  if (found === undefined) return refuse("unauthenticated");
  const refusal = refusalToAddOf(deps, found);
  if (refusal !== undefined) return refusal;
  const checked = await checkOwnPassword(deps, of, client);
  return checked.kind === "right" ? found : passwordRefusal(checked);
}

/** Asked again in front of the commit: another session may have added one meanwhile. */
export function refusalToAddOf(
  { clock, stepUpValidMs }: Pick<SecondFactorDeps, "clock" | "stepUpValidMs">,
  found: FoundFactors,
) {
  const code = refusalToAdd(found, { at: clock.now(), stepUpValidMs });
  if (code !== "too-many-second-factors") return code && refuse(code);
  return refuse(code, { factorsMax: String(secondFactorLimits.factorsMax) });
}
