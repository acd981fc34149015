import { z } from "zod";
import { ProviderEnvironmentSetting, ProviderUrlSetting, SecretsSetting } from "../connector.ts";

export const accountSettings = {
  HUB2_ENVIRONMENT: ProviderEnvironmentSetting,
  HUB2_API_KEY: z.string().min(8),
  HUB2_MERCHANT_ID: z.string().min(1),
  /** In place of the provider's own host. */
  HUB2_URL: ProviderUrlSetting.optional(),
  /** Between two readings of a list by one process: payments and payouts have one each. */
  HUB2_LIST_PAUSE_MS: z
    .string()
    .regex(/^\d{1,7}$/, "must be whole milliseconds")
    .default("60000")
    .transform(Number),
};

export const collectionSettings = { ...accountSettings, HUB2_WEBHOOK_SECRETS: SecretsSetting };

const ChannelsSetting = z
  .string()
  .regex(/^[A-Z_]+(?:,[A-Z_]+)*$/, "must be channels with commas between them")
  .transform((text): readonly string[] => text.split(","));

export const payoutSettings = {
  ...accountSettings,
  /** Channels that the contract pays out to beside those of the provider's page. */
  HUB2_AGREED_PAYOUT_CHANNELS: ChannelsSetting.default([]),
};

/** Source: docs.hub2.io/integration/en/payments/payments_integration: one host, told apart by a header. */
const host = "https://api.hub2.io";

export function accountOf(settings: z.output<z.ZodObject<typeof accountSettings>>) {
  return {
    baseUrl: settings.HUB2_URL ?? host,
    headers: {
      apikey: settings.HUB2_API_KEY,
      merchantid: settings.HUB2_MERCHANT_ID,
      environment: settings.HUB2_ENVIRONMENT,
      "x-use-standardized-error": "true",
    },
    listPauseMs: settings.HUB2_LIST_PAUSE_MS,
  };
}
