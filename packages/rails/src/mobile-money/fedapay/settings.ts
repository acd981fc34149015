import { xof } from "@sanu/kernel";
import { z } from "zod";
import {
  ProviderEnvironmentSetting,
  type ProviderHosts,
  ProviderUrlSetting,
  providerAccount,
  SecretsSetting,
  XofSetting,
} from "../connector.ts";

/** What every port needs. */
export const accountSettings = {
  FEDAPAY_ENVIRONMENT: ProviderEnvironmentSetting,
  FEDAPAY_SECRET_KEY: z.string().min(8),
  /** In place of the provider's own host. */
  FEDAPAY_URL: ProviderUrlSetting.optional(),
};

export const collectionSettings = { ...accountSettings, FEDAPAY_WEBHOOK_SECRETS: SecretsSetting };

export const payoutSettings = {
  ...accountSettings,
  /** The bounds of one payout, as agreed with the provider. */
  FEDAPAY_PAYOUT_MIN_XOF: XofSetting.default(xof(100n)),
  FEDAPAY_PAYOUT_MAX_XOF: XofSetting.default(xof(1_000_000n)),
};

/** Source: docs.fedapay.com/integration-api/en/sending-requests-en. */
export const hosts: ProviderHosts = {
  sandbox: "https://sandbox-api.fedapay.com/v1",
  live: "https://api.fedapay.com/v1",
};

export function accountOf(settings: z.output<z.ZodObject<typeof accountSettings>>) {
  const {
    FEDAPAY_ENVIRONMENT: environment,
    FEDAPAY_URL: url,
    FEDAPAY_SECRET_KEY: token,
  } = settings;
  return providerAccount(hosts, { environment, url, token });
}
