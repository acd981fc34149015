import type { PasskeyCredential } from "@sanu/contracts";
import { findChallenge } from "./challenges.ts";
import type { FoundFactors, OfSession } from "./load-factors.ts";
import { verifyPasskey } from "./passkeys.ts";
import type { CheckedPasskey } from "./prove-factor.ts";
import type { SecondFactorDeps } from "./second-factor-deps.ts";

/** `undefined` for what none of her passkeys has signed for this session. */
export async function checkPasskey(
  deps: Pick<SecondFactorDeps, "database" | "clock" | "relyingParty">,
  of: OfSession & { readonly credential: PasskeyCredential },
  { confirmed }: FoundFactors,
): Promise<CheckedPasskey | undefined> {
  const factor = confirmed.find(({ credentialId }) => credentialId === of.credential.id);
  const challenge = await findChallenge(deps, of, "prove");
  if (factor === undefined || challenge === undefined) return undefined;
  const asked = { party: deps.relyingParty, challenge };
  const signCount = await verifyPasskey(asked, of.credential, factor);
  const { factorId } = factor;
  return signCount === undefined ? undefined : { kind: "passkey", factorId, challenge, signCount };
}
