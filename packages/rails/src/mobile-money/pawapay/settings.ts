import { createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import {
  ProviderEnvironmentSetting,
  type ProviderHosts,
  ProviderUrlSetting,
  providerAccount,
} from "../connector.ts";

export const accountSettings = {
  PAWAPAY_ENVIRONMENT: ProviderEnvironmentSetting,
  PAWAPAY_API_TOKEN: z.string().min(8),
  /** In place of the provider's own host. */
  PAWAPAY_URL: ProviderUrlSetting.optional(),
};

const keyShape = /-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g;

/** One public key or two in PEM; a backslash and an `n` count as the end of a line. */
const PublicKeysSetting = z.string().transform((text, context): readonly KeyObject[] => {
  try {
    const keys = [...text.replaceAll("\\n", "\n").matchAll(keyShape)].map(([pem]) =>
      createPublicKey(pem),
    );
    if (keys.length > 0 && keys.length <= 2 && keys.every(isOfCurve)) return keys;
  } catch {
    // What is no key is refused below, as what is a key of another kind.
  }
  context.addIssue({ code: "custom", message: "must be one or two public keys of a curve in PEM" });
  return z.NEVER;
});

function isOfCurve({ asymmetricKeyType }: KeyObject): boolean {
  return asymmetricKeyType === "ec";
}

export const collectionSettings = {
  ...accountSettings,
  /** What callbacks are signed with: `GET /v2/public-key/http`. */
  PAWAPAY_CALLBACK_KEYS: PublicKeysSetting,
  /** Where callbacks are sent to, as it is registered: their signature covers host and path of it. */
  PAWAPAY_CALLBACK_URL: ProviderUrlSetting.transform((text) => new URL(text)),
};

/** Source: docs.pawapay.io/v2/docs/what_to_know. */
export const hosts: ProviderHosts = {
  sandbox: "https://api.sandbox.pawapay.io",
  live: "https://api.pawapay.io",
};

export function accountOf(settings: z.output<z.ZodObject<typeof accountSettings>>) {
  const { PAWAPAY_ENVIRONMENT: environment, PAWAPAY_URL: url, PAWAPAY_API_TOKEN: token } = settings;
  return providerAccount(hosts, { environment, url, token });
}
