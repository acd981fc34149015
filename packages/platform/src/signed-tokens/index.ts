export { signingKeyLimits } from "./limits.ts";
export { readSignedToken, type SignedToken, signToken } from "./signed-token.ts";
export {
  createSigningKeys,
  type FoundKey,
  type SigningKeys,
  type SigningKeysOptions,
} from "./signing-keys.ts";
