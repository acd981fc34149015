import { sats, xof } from "@sanu/kernel";
import {
  approvalSettings,
  configReader,
  mainnetInProduction,
  proposalTermsOf,
  SealingKeySetting,
  SecretSetting,
  secretUrlSetting,
  serviceConfig,
  serviceSettings,
  TimeZoneSetting,
  urlSetting,
  wholeSetting,
} from "@sanu/platform";
import { z } from "zod";
import { CaseAgesSetting } from "./case/watch/case-ages.ts";
import { proposalSettings } from "./case/watch/proposal-settings.ts";
import { comparisonConfigOf, comparisonSettings } from "./comparison/comparison-config.ts";
import type { FailuresMax } from "./guards/failed-payouts.ts";
import {
  standingOrderSettings,
  standingOrderTermsOf,
} from "./occurrences/standing-order-settings.ts";
import { type ChannelBounds, ChannelBoundsSetting } from "./orders/channel-bounds.ts";
import {
  arePresetSpreadsWithin,
  basisPointsSetting,
  rateSettings,
  ratesConfigOf,
} from "./rates/rate-config.ts";
import { isPayable, type WayFee } from "./transaction/fee-limit.ts";
import {
  contradictionsInTreasury,
  treasuryConfigOf,
  treasurySettings,
} from "./treasury/treasury-config.ts";

const XOF_MAX = 1_000_000_000_000;
const UNANSWERED_PROMPTS = 3;
const FAILED_PAYOUTS = 5;
const PERSON_KEY_LETTERS_MIN = 32;
const DAY_MS = 86_400_000;

const xofSetting = (preset: number) =>
  wholeSetting(0, XOF_MAX)
    .default(preset)
    .transform((value) => xof(BigInt(value)));
const PersonKeySetting = SecretSetting.refine(
  (key) => key.reveal().length >= PERSON_KEY_LETTERS_MIN,
  { error: `must have at least ${PERSON_KEY_LETTERS_MIN} characters` },
);
const settings = z.object({
  ...serviceSettings,
  TRANSACTIONS_DATABASE_URL: secretUrlSetting("postgres:", "postgresql:"),
  BUSINESS_TIME_ZONE: TimeZoneSetting.default("Africa/Porto-Novo"),
  /** Where clients reach the gateway: payment pages are below it. */
  PUBLIC_URL: urlSetting("http:", "https:"),
  BITCOIN_NETWORK: z.enum(["any", "mainnet", "testnet", "signet", "regtest"]).default("any"),

  ...rateSettings,
  ...treasurySettings,
  ...comparisonSettings,

  /** `closed` refuses every sale with `provider-unavailable`. */
  SALES: z.enum(["open", "closed"]).default("open"),

  AMOUNT_MIN_XOF: xofSetting(100),
  AMOUNT_MAX_XOF: xofSetting(1_000_000),
  /** Above the dust limit of every address type (546 sats) and a quiet network's fee. */
  ONCHAIN_MIN_SATS: wholeSetting(546, 100_000_000)
    .default(1_000)
    .transform((value) => sats(BigInt(value))),
  /** What a transaction on chain is expected to cost: an order whose fee limit is below it is too small for the chain. */
  ONCHAIN_FEE_SATS: wholeSetting(1, 1_000_000)
    .default(250)
    .transform((value) => sats(BigInt(value))),
  /** The least that a way over Lightning takes of each order, and of its sats: an order whose fee limit is below both together is too small. */
  LIGHTNING_FEE_SATS: wholeSetting(1, 8)
    .default(1)
    .transform((value) => sats(BigInt(value))),
  LIGHTNING_FEE_BASIS_POINTS: basisPointsSetting(0),
  /** The most of an order's sats that their way over Lightning may cost; never more than its spread, of which this is half. */
  FEE_LIMIT_BASIS_POINTS: basisPointsSetting(100),
  OPEN_TRANSACTIONS_MAX: wholeSetting(1, 100_000).default(10),

  /** By default none in production go beyond 3; the sandbox rings no phone. */
  UNANSWERED_PROMPTS_MAX: wholeSetting(0, 1_000).optional(),
  /** Payouts and refunds that may fail in a day, by default in production 5 of each; the sandbox fails on purpose. */
  FAILED_PAYOUTS_MAX_OF_ACCOUNT: wholeSetting(0, 1_000).optional(),
  FAILED_PAYOUTS_MAX_OF_NUMBER: wholeSetting(0, 1_000).optional(),
  FAILED_PAYOUTS_MAX_OF_RECEIVER: wholeSetting(0, 1_000).optional(),
  /** Names numbers, receivers and documents over all accounts; outside production one is made once and stored. */
  PERSON_KEY: PersonKeySetting.optional(),
  SEALING_PUBLIC_KEY: SealingKeySetting.optional(),
  /** Whether months and open orders count per number too, by default in production: the sandbox's numbers are everybody's. */
  NUMBER_LIMITS: z.enum(["on", "off"]).optional(),
  CHANNEL_BOUNDS_XOF: ChannelBoundsSetting.prefault(""),

  QUOTE_VALID_MS: wholeSetting(1_000, DAY_MS).default(300_000),
  /** What sending the sats of a purchase, or the XOF of a sale, is expected to cost. */
  NETWORK_FEE_BUY_BASIS_POINTS: basisPointsSetting(10),
  NETWORK_FEE_SELL_BASIS_POINTS: basisPointsSetting(0),
  /** A quote is known for so long behind its end. */
  QUOTE_KEPT_MS: wholeSetting(60_000, 3_650 * DAY_MS).default(30 * DAY_MS),

  /** The API promises that a key answers for a day. */
  IDEMPOTENCY_KEPT_MS: wholeSetting(DAY_MS, 3_650 * DAY_MS).default(30 * DAY_MS),

  PAYMENT_WINDOW_MS: wholeSetting(1_000, DAY_MS).default(900_000),
  INVOICE_MARGIN_MS: wholeSetting(0, DAY_MS).default(600_000),
  /** 0 answers an order at once, with our own payment page. */
  LINK_WAIT_MS: wholeSetting(0, 30_000).default(2_500),
  ...standingOrderSettings,
  ...proposalSettings,
  ...approvalSettings,
  /** Hours by kind, where they are not the usual ones: `outcome-unknown=2`. */
  CASE_AGES_MAX_HOURS: CaseAgesSetting.prefault(""),
  /** How long a payment page shows the end of its transaction. */
  PAGE_KEPT_MS: wholeSetting(0, 30 * DAY_MS).default(3_600_000),
});

export const TransactionsConfig = settings
  .refine((env) => env.AMOUNT_MIN_XOF <= env.AMOUNT_MAX_XOF, {
    path: ["AMOUNT_MIN_XOF"],
    error: "must not be above AMOUNT_MAX_XOF",
  })
  .refine((env) => [...env.CHANNEL_BOUNDS_XOF.values()].every((bounds) => doMeet(bounds, env)), {
    path: ["CHANNEL_BOUNDS_XOF"],
    error: "must leave each channel some amount between AMOUNT_MIN_XOF and AMOUNT_MAX_XOF",
  })
  .superRefine(contradictionsInTreasury)
  .refine((env) => env.STANDING_ORDER_RETRY_MS < env.STANDING_ORDER_WINDOW_MS, {
    path: ["STANDING_ORDER_RETRY_MS"],
    error: "must be below STANDING_ORDER_WINDOW_MS: nothing would be tried again",
  })
  .superRefine(mainnetInProduction)
  .refine((env) => env.SANU_ENV !== "production" || env.RATE_SOURCE !== "sandbox", {
    path: ["RATE_SOURCE"],
    error: "must not be sandbox in production",
  })
  .refine((env) => env.SANU_ENV !== "production" || env.PERSON_KEY !== undefined, {
    path: ["PERSON_KEY"],
    error: "is required in production",
  })
  .refine((env) => env.SANU_ENV !== "production" || env.SEALING_PUBLIC_KEY !== undefined, {
    path: ["SEALING_PUBLIC_KEY"],
    error: "is required in production",
  })
  .refine((env) => env.RATE_POLL_MS < env.RATE_STALE_AFTER_MS, {
    path: ["RATE_POLL_MS"],
    error: "must be below RATE_STALE_AFTER_MS",
  })
  .refine((env) => env.RATE_MIN_XOF_PER_BTC <= env.RATE_MAX_XOF_PER_BTC, {
    path: ["RATE_MIN_XOF_PER_BTC"],
    error: "must not be above RATE_MAX_XOF_PER_BTC",
  })
  .refine((env) => isPayable(lightningFeeOf(env), env.FEE_LIMIT_BASIS_POINTS), {
    path: ["FEE_LIMIT_BASIS_POINTS"],
    error: "must leave what LIGHTNING_FEE_SATS and LIGHTNING_FEE_BASIS_POINTS say that a way takes",
  })
  .refine(arePresetSpreadsWithin, {
    path: ["SPREAD_MAX_BASIS_POINTS"],
    error: "must, with SPREAD_MIN_BASIS_POINTS, hold both preset spreads",
    // Of a spread that could not be read there is nothing more to say.
    when: ({ issues }) => !issues.some(({ path }) => String(path?.[0]).startsWith("SPREAD_")),
  })
  .transform((env) => ({
    ...serviceConfig(env),
    databaseUrl: env.TRANSACTIONS_DATABASE_URL,
    timeZone: env.BUSINESS_TIME_ZONE,
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ""),
    network: env.BITCOIN_NETWORK,
    ...ratesConfigOf(env),
    treasury: treasuryConfigOf(env),
    comparison: comparisonConfigOf(env),
    quoteTerms: {
      quoteValidMs: env.QUOTE_VALID_MS,
      networkFee: {
        buy: env.NETWORK_FEE_BUY_BASIS_POINTS,
        sell: env.NETWORK_FEE_SELL_BASIS_POINTS,
      },
    },
    quoteKeptMs: env.QUOTE_KEPT_MS,
    idempotencyKeptMs: env.IDEMPOTENCY_KEPT_MS,
    terms: {
      bands: ratesConfigOf(env).bands,
      amountMinXof: env.AMOUNT_MIN_XOF,
      amountMaxXof: env.AMOUNT_MAX_XOF,
      onchainMinSats: env.ONCHAIN_MIN_SATS,
      onchainFeeSats: env.ONCHAIN_FEE_SATS,
      lightningFee: lightningFeeOf(env),
      feeLimitShare: env.FEE_LIMIT_BASIS_POINTS,
      paymentWindowMs: env.PAYMENT_WINDOW_MS,
      invoiceMarginMs: env.INVOICE_MARGIN_MS,
    },
    unansweredPromptsMax:
      env.UNANSWERED_PROMPTS_MAX ?? (env.SANU_ENV === "production" ? UNANSWERED_PROMPTS : 0),
    failuresMax: failuresMaxOf(env),
    personKey: env.PERSON_KEY,
    sealingPublicKey: env.SEALING_PUBLIC_KEY,
    isNumberCounted: (env.NUMBER_LIMITS ?? (env.SANU_ENV === "production" ? "on" : "off")) === "on",
    channelBounds: env.CHANNEL_BOUNDS_XOF,
    isSellingOpen: env.SALES === "open",
    openMax: env.OPEN_TRANSACTIONS_MAX,
    standingOrderTerms: standingOrderTermsOf(env),
    linkWaitMs: env.LINK_WAIT_MS,
    pageKeptMs: env.PAGE_KEPT_MS,
    proposalValidMs: env.CASE_PROPOSAL_VALID_MS,
    proposals: proposalTermsOf(env),
    caseAgesMaxHours: env.CASE_AGES_MAX_HOURS,
  }));
export type TransactionsConfig = z.infer<typeof TransactionsConfig>;

/** Every order of a channel whose bounds lie outside of those of all would be refused. */
function doMeet(
  { minXof, maxXof }: ChannelBounds,
  all: Pick<z.infer<typeof settings>, "AMOUNT_MIN_XOF" | "AMOUNT_MAX_XOF">,
): boolean {
  return (
    (minXof === null || minXof <= all.AMOUNT_MAX_XOF) &&
    (maxXof === null || maxXof >= all.AMOUNT_MIN_XOF)
  );
}

function lightningFeeOf(
  env: Pick<z.infer<typeof settings>, "LIGHTNING_FEE_SATS" | "LIGHTNING_FEE_BASIS_POINTS">,
): WayFee {
  return { fixedSats: env.LIGHTNING_FEE_SATS, share: env.LIGHTNING_FEE_BASIS_POINTS };
}

function failuresMaxOf(env: z.infer<typeof settings>): FailuresMax {
  const preset = env.SANU_ENV === "production" ? FAILED_PAYOUTS : 0;
  return {
    account: env.FAILED_PAYOUTS_MAX_OF_ACCOUNT ?? preset,
    number: env.FAILED_PAYOUTS_MAX_OF_NUMBER ?? preset,
    receiver: env.FAILED_PAYOUTS_MAX_OF_RECEIVER ?? preset,
  };
}

/** Reads the configuration. Throws `ConfigError` with every mistake at once. */
export const readTransactionsConfig = configReader(TransactionsConfig);
