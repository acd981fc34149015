import { GetSigningKeys } from "@sanu/contracts";
import { answers } from "@sanu/platform";
import type { SigningKey } from "../tokens/signing-key.ts";

/** The public keys that verify tokens. */
export const getSigningKeys = (deps: { readonly signingKey: () => SigningKey }) =>
  answers(GetSigningKeys, async () => ({ keys: [deps.signingKey().publicJwk] }));
