import { xof } from "@sanu/kernel";
import { z } from "zod";
import {
  type ProviderEnvironment,
  ProviderEnvironmentSetting,
  type ProviderHosts,
  ProviderUrlSetting,
  XofSetting,
} from "../connector.ts";

/** Collections and disbursements are two products, each with a subscription, a user and tokens of its own. */
export const payoutSettings = {
  MTN_MOMO_ENVIRONMENT: ProviderEnvironmentSetting,
  /** An account is one country's. */
  MTN_MOMO_COUNTRY: z.enum(["BJ", "CI"]),
  MTN_MOMO_DISBURSEMENT_SUBSCRIPTION_KEY: z.string().min(8),
  MTN_MOMO_DISBURSEMENT_API_USER: z.uuid(),
  MTN_MOMO_DISBURSEMENT_API_KEY: z.string().min(8),
  /** In place of the provider's own host. */
  MTN_MOMO_URL: ProviderUrlSetting.optional(),
  /** Where callbacks go, at the host that is registered; without it none come. */
  MTN_MOMO_CALLBACK_URL: ProviderUrlSetting.optional(),
  /** The bounds of one payout, as agreed with the provider. */
  MTN_MOMO_PAYOUT_MIN_XOF: XofSetting.default(xof(100n)),
  MTN_MOMO_PAYOUT_MAX_XOF: XofSetting.default(xof(2_000_000n)),
};

export const collectionSettings = {
  ...payoutSettings,
  MTN_MOMO_COLLECTION_SUBSCRIPTION_KEY: z.string().min(8),
  MTN_MOMO_COLLECTION_API_USER: z.uuid(),
  MTN_MOMO_COLLECTION_API_KEY: z.string().min(8),
};

type PayoutSettings = z.output<z.ZodObject<typeof payoutSettings>>;
type CollectionSettings = z.output<z.ZodObject<typeof collectionSettings>>;

/** `X-Target-Environment` and the channel of each country. Source: momodeveloper.mtn.com/api-documentation/common-error. */
const countries = {
  BJ: { target: "mtnbenin", channel: "MTN_OPEN" },
  CI: { target: "mtnivorycoast", channel: "MTN_CI" },
} as const;

/** Source: momodeveloper.mtn.com/go-live; the live one is said to be `momoapi.mtn.com` on other pages. */
export const hosts: ProviderHosts = {
  sandbox: "https://sandbox.momodeveloper.mtn.com",
  live: "https://proxy.momoapi.mtn.com",
};

/** Its sandbox knows euros alone: the same figures stand there for francs. */
const currencies: Readonly<Record<ProviderEnvironment, string>> = { sandbox: "EUR", live: "XOF" };

/** What both products have in common. */
export interface MomoAccount {
  readonly baseUrl: string;
  readonly target: string;
  readonly channel: string;
  readonly currency: string;
  readonly callbackUrl: string | undefined;
}

export interface ProductKeys {
  readonly product: "collection" | "disbursement";
  readonly subscriptionKey: string;
  readonly apiUser: string;
  readonly apiKey: string;
}

export function accountOf(settings: PayoutSettings): MomoAccount {
  const environment = settings.MTN_MOMO_ENVIRONMENT;
  const { target, channel } = countries[settings.MTN_MOMO_COUNTRY];
  return {
    baseUrl: settings.MTN_MOMO_URL ?? hosts[environment],
    target: environment === "sandbox" ? "sandbox" : target,
    channel,
    currency: currencies[environment],
    callbackUrl: settings.MTN_MOMO_CALLBACK_URL,
  };
}

export function disbursementKeys(settings: PayoutSettings): ProductKeys {
  return {
    product: "disbursement",
    subscriptionKey: settings.MTN_MOMO_DISBURSEMENT_SUBSCRIPTION_KEY,
    apiUser: settings.MTN_MOMO_DISBURSEMENT_API_USER,
    apiKey: settings.MTN_MOMO_DISBURSEMENT_API_KEY,
  };
}

export function collectionKeys(settings: CollectionSettings): ProductKeys {
  return {
    product: "collection",
    subscriptionKey: settings.MTN_MOMO_COLLECTION_SUBSCRIPTION_KEY,
    apiUser: settings.MTN_MOMO_COLLECTION_API_USER,
    apiKey: settings.MTN_MOMO_COLLECTION_API_KEY,
  };
}
