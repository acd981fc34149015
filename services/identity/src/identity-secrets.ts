import { randomBytes } from "node:crypto";
import { type Database, type Secret, secret } from "@sanu/platform";
import { keepSecret } from "./database/kept-secret.ts";
import { makeSigningKeyPem, readSigningKey, type SigningKey } from "./tokens/signing-key.ts";

const PEPPER_BYTES = 32;

/** What identity signs and binds with; loaded once, when the service starts. */
export interface IdentitySecrets {
  readonly load: () => Promise<void>;
  /** Throws before `load`. */
  readonly signingKey: () => SigningKey;
  /** Throws before `load`. */
  readonly otpPepper: () => Secret;
}

/** Takes the secrets from the settings; what is not set (outside production) is made once and kept. */
export function createIdentitySecrets(options: {
  readonly database: Database;
  readonly tokenPrivateKey: Secret | undefined;
  readonly otpPepper: Secret | undefined;
}): IdentitySecrets {
  const { database } = options;
  let loaded: { readonly signingKey: SigningKey; readonly otpPepper: Secret } | undefined;
  const get = () => {
    if (loaded === undefined) throw new Error("The secrets are not loaded yet");
    return loaded;
  };
  return {
    async load() {
      const pem =
        options.tokenPrivateKey?.reveal() ??
        (await keepSecret(database, "token-private-key", makeSigningKeyPem));
      const pepper =
        options.otpPepper?.reveal() ?? (await keepSecret(database, "otp-pepper", newPepper));
      loaded = { signingKey: readSigningKey(pem), otpPepper: secret(pepper) };
    },
    signingKey: () => get().signingKey,
    otpPepper: () => get().otpPepper,
  };
}

function newPepper(): string {
  return randomBytes(PEPPER_BYTES).toString("base64url");
}
