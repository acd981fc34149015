import { type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import {
  type ProviderEnvironment,
  ProviderEnvironmentSetting,
  ProviderUrlSetting,
  XofSetting,
} from "../connector.ts";

const Key = z.string().min(8);

export const accountSettings = {
  PAYDUNYA_ENVIRONMENT: ProviderEnvironmentSetting,
  PAYDUNYA_MASTER_KEY: Key,
  PAYDUNYA_PRIVATE_KEY: Key,
  PAYDUNYA_TOKEN: Key,
  /** Where callbacks are sent to; without an address that answers it takes no payout. */
  PAYDUNYA_CALLBACK_URL: ProviderUrlSetting,
  /** In place of the provider's own host. */
  PAYDUNYA_URL: ProviderUrlSetting.optional(),
};

/** Source: developers.paydunya.com/doc/EN/api_deboursement. */
export const payoutXofMin: Xof = xof(200n);

export const payoutSettings = {
  ...accountSettings,
  PAYDUNYA_ENVIRONMENT: z.literal("live", { error: "must be live: its payouts have no sandbox" }),
  /** The most of one payout, as agreed with the provider. */
  PAYDUNYA_PAYOUT_MAX_XOF: XofSetting.refine((most) => most >= payoutXofMin, {
    error: `must not be below ${payoutXofMin}`,
  }).default(xof(1_000_000n)),
};

export interface PaydunyaAccount {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly environment: ProviderEnvironment;
  readonly masterKey: string;
  readonly callbackUrl: string;
}

/** Sandbox and live share a host. Source: developers.paydunya.com/doc/EN/http_json. */
const host = "https://app.paydunya.com";

export const paths = {
  sandbox: { checkout: "/sandbox-api/v1/checkout-invoice", payouts: null },
  live: { checkout: "/api/v1/checkout-invoice", payouts: "/api/v2/disburse" },
} as const;

export function accountOf(
  settings: z.output<z.ZodObject<typeof accountSettings>>,
): PaydunyaAccount {
  const { PAYDUNYA_MASTER_KEY: masterKey, PAYDUNYA_URL: url } = settings;
  return {
    environment: settings.PAYDUNYA_ENVIRONMENT,
    baseUrl: url ?? host,
    masterKey,
    callbackUrl: settings.PAYDUNYA_CALLBACK_URL,
    headers: {
      "paydunya-master-key": masterKey,
      "paydunya-private-key": settings.PAYDUNYA_PRIVATE_KEY,
      "paydunya-token": settings.PAYDUNYA_TOKEN,
    },
  };
}
