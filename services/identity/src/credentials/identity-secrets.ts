import { randomBytes } from "node:crypto";
import { type Database, readOrCreateSecret, type Secret, secret } from "@sanu/platform";
import {
  makeSigningKeyPem,
  readSigningKey,
  readVerifyingKey,
  type SigningKey,
  type VerifyingKey,
} from "../sessions/signing-key.ts";

const PEPPER_BYTES = 32;

export interface IdentitySecrets {
  readonly load: () => Promise<void>;
  /** Throws before `load`. */
  readonly signingKey: () => SigningKey;
  /** The key that signs and, during a change of keys, the one before or after it. Throws before `load`. */
  readonly verifyingKeys: () => readonly VerifyingKey[];
  /** Throws before `load`. */
  readonly otpPepper: () => Secret;
  /** During a change of peppers the one before or after it. */
  readonly otpOtherPepper: () => Secret | undefined;
  /** Names documents over all accounts, behind every erasure. Throws before `load`. */
  readonly personKey: () => Secret;
}

interface Loaded {
  readonly signingKey: SigningKey;
  readonly verifyingKeys: readonly VerifyingKey[];
  readonly otpPepper: Secret;
  readonly personKey: Secret;
}

/** What is not set (outside production) is made once and stored. */
export function createIdentitySecrets(options: {
  readonly database: Database;
  readonly tokenPrivateKey: Secret | undefined;
  readonly tokenOtherKey: Secret | undefined;
  readonly otpPepper: Secret | undefined;
  readonly otpOtherPepper: Secret | undefined;
  readonly personKey: Secret | undefined;
}): IdentitySecrets {
  const { database } = options;
  let loaded: Loaded | undefined;
  const get = () => {
    if (loaded === undefined) throw new Error("The secrets are not loaded yet");
    return loaded;
  };
  return {
    async load() {
      const pem =
        options.tokenPrivateKey?.reveal() ??
        (await readOrCreateSecret(database, "token-private-key-ed25519", makeSigningKeyPem));
      const pepper =
        options.otpPepper?.reveal() ??
        (await readOrCreateSecret(database, "otp-pepper", newPepper));
      const personKey =
        options.personKey?.reveal() ??
        (await readOrCreateSecret(database, "person-key", newPepper));
      const signingKey = readSigningKey(pem);
      const other = options.tokenOtherKey && readVerifyingKey(options.tokenOtherKey.reveal());
      const verifyingKeys = other === undefined ? [signingKey] : [signingKey, other];
      loaded = {
        signingKey,
        verifyingKeys,
        otpPepper: secret(pepper),
        personKey: secret(personKey),
      };
    },
    signingKey: () => get().signingKey,
    verifyingKeys: () => get().verifyingKeys,
    otpPepper: () => get().otpPepper,
    otpOtherPepper: () => options.otpOtherPepper,
    personKey: () => get().personKey,
  };
}

function newPepper(): string {
  return randomBytes(PEPPER_BYTES).toString("base64url");
}
