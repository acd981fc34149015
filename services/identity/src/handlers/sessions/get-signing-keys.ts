import { GetSigningKeys } from "@sanu/contracts";
import { handleRequest } from "@sanu/platform";
import type { VerifyingKey } from "../../sessions/signing-key.ts";

export const getSigningKeys = (deps: { readonly verifyingKeys: () => readonly VerifyingKey[] }) =>
  handleRequest(GetSigningKeys, async () => ({
    keys: deps.verifyingKeys().map(({ publicJwk }) => publicJwk),
  }));
