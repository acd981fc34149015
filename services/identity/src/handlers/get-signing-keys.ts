import { GetSigningKeys } from "@sanu/contracts";
import { answers } from "@sanu/platform";
import type { VerifyingKey } from "../tokens/signing-key.ts";

export const getSigningKeys = (deps: { readonly verifyingKeys: () => readonly VerifyingKey[] }) =>
  answers(GetSigningKeys, async () => ({
    keys: deps.verifyingKeys().map(({ publicJwk }) => publicJwk),
  }));
