import {
  attemptConfig,
  attemptSettings,
  configReader,
  connectorTermsSettings,
  leaseOutlastsCall,
  leaseTooShort,
  mainnetInProduction,
  realInProduction,
  reconciliationConfig,
  reconciliationSettings,
  secretUrlSetting,
  serviceConfig,
  serviceSettings,
  urlSetting,
  wholeSetting,
} from "@sanu/platform";
import {
  comparedInProduction,
  connectorSettings,
  nodeSettings,
  nodesSetting,
  providersSetting,
} from "@sanu/rails";
import { z } from "zod";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const floatSettings = {
  /** How often the providers are asked what they hold of ours … */
  FLOAT_POLL_MS: wholeSetting(100, HOUR_MS).default(10_000),
  /** … which is published at least this often, … */
  FLOAT_REPORT_MS: wholeSetting(100, HOUR_MS).default(MINUTE_MS),
  /** … and at once when it changed by this share. */
  FLOAT_REPORT_CHANGE_BASIS_POINTS: wholeSetting(1, 10_000)
    .default(100)
    .transform((value) => BigInt(value)),
};

const settings = z.object({
  ...serviceSettings,
  PAYOUTS_DATABASE_URL: secretUrlSetting("postgres:", "postgresql:"),
  SEND_RAIL: nodesSetting("send"),
  DISBURSE_RAIL: providersSetting("disbursement"),
  SANDBOX_URL: urlSetting("http:", "https:"),
  ...attemptSettings,
  ...connectorTermsSettings,
  STATEMENT_RAIL: providersSetting("statement"),
  NODE_STATEMENT_RAIL: nodesSetting("statement"),
  ...reconciliationSettings,
  /** In development, receivers below `.localhost` are asked at this port of this machine, in the clear. */
  LNURL_LOCALHOST_PORT: wholeSetting(1, 65_535).optional(),
  BITCOIN_NETWORK: z.enum(["any", "mainnet", "testnet", "signet", "regtest"]).default("any"),
  /** The most of its amount that a send may cost whose order does not say, because it was taken before fees were agreed. */
  FEE_LIMIT_BASIS_POINTS: wholeSetting(0, 10_000)
    .default(200)
    .transform((value) => BigInt(value)),
  /** A payout that found no route is tried again, in all so often … */
  SEND_ATTEMPTS_MAX: wholeSetting(1, 20).default(3),
  /** … after this pause, which doubles. */
  SEND_RETRY_PAUSE_MS: wholeSetting(0, HOUR_MS).default(1_000),
  /** So many sends to one receiver may be under way: one that never ends them binds no more of our money. */
  SEND_UNRESOLVED_PER_RECEIVER_MAX: wholeSetting(1, 1_000).default(20),
  /** A send that finds no place among them is refused after this. */
  SEND_PLACE_WAIT_MS: wholeSetting(1_000, HOUR_MS).default(20 * MINUTE_MS),
  /** A send whose receiver's own server writes no invoice, and does not refuse one, is refused after this. */
  SEND_INVOICE_WAIT_MS: wholeSetting(1_000, HOUR_MS).default(20 * MINUTE_MS),
  /** A transaction that waits longer for its blocks is a case. */
  CHAIN_UNCONFIRMED_MS: wholeSetting(1_000, 30 * DAY_MS).default(DAY_MS),
  /** So many payouts at most share one transaction … */
  CHAIN_BATCH_PAYOUTS_MAX: wholeSetting(1, 200).default(1),
  /** … for which each waits at most so long. */
  CHAIN_BATCH_WAIT_MS: wholeSetting(100, 10 * MINUTE_MS).default(MINUTE_MS),
  /** The same for XOF, whose channel was closed or whose float was empty. */
  DISBURSE_ATTEMPTS_MAX: wholeSetting(1, 20).default(5),
  DISBURSE_RETRY_PAUSE_MS: wholeSetting(0, HOUR_MS).default(2_000),
  ...floatSettings,
  /** After this it is published that the outcome of a payout is unknown, so that a person can look. */
  OUTCOME_UNKNOWN_AFTER_MS: wholeSetting(1_000, 7 * DAY_MS).default(HOUR_MS),
});

/** What waits for others is nothing that a person looks at, or that is refused because of its receiver. */
function outlastsBatch(env: z.output<typeof settings>): boolean {
  if (env.CHAIN_BATCH_PAYOUTS_MAX === 1) return true;
  const patienceMs = Math.min(env.OUTCOME_UNKNOWN_AFTER_MS, env.SEND_PLACE_WAIT_MS);
  return env.CHAIN_BATCH_WAIT_MS * 2 <= patienceMs;
}

export const PayoutsConfig = settings
  .superRefine(
    realInProduction({
      SEND_RAIL: "a real node or provider",
      DISBURSE_RAIL: "a real provider",
      STATEMENT_RAIL: "a real provider",
      NODE_STATEMENT_RAIL: "a real node",
    }),
  )
  .superRefine(mainnetInProduction)
  .refine(leaseOutlastsCall, leaseTooShort)
  .refine((env) => env.LNURL_LOCALHOST_PORT === undefined || env.SANU_ENV === "development", {
    path: ["LNURL_LOCALHOST_PORT"],
    error: "is for development only",
  })
  .refine(outlastsBatch, {
    path: ["CHAIN_BATCH_WAIT_MS"],
    error: "must be half of OUTCOME_UNKNOWN_AFTER_MS and of SEND_PLACE_WAIT_MS at most",
  })
  .transform((env) => ({
    ...serviceConfig(env),
    databaseUrl: env.PAYOUTS_DATABASE_URL,
    sandboxUrl: env.SANDBOX_URL,
    ...attemptConfig(env),
    connectorTermsKeptMs: env.CONNECTOR_TERMS_KEPT_MS,
    statements: reconciliationConfig(env),
    network: env.BITCOIN_NETWORK,
    lnurlLocalhostPort: env.LNURL_LOCALHOST_PORT ?? null,
    floats: {
      pollMs: env.FLOAT_POLL_MS,
      reportMs: env.FLOAT_REPORT_MS,
      changeBasisPoints: env.FLOAT_REPORT_CHANGE_BASIS_POINTS,
    },
    sendsPerReceiverMax: env.SEND_UNRESOLVED_PER_RECEIVER_MAX,
    attemptLimits: { reviewAfterMs: env.OUTCOME_UNKNOWN_AFTER_MS },
    terms: {
      send: {
        feeLimitBasisPoints: env.FEE_LIMIT_BASIS_POINTS,
        attemptsMax: env.SEND_ATTEMPTS_MAX,
        retryPauseMs: env.SEND_RETRY_PAUSE_MS,
        placeWaitMs: env.SEND_PLACE_WAIT_MS,
        invoiceWaitMs: env.SEND_INVOICE_WAIT_MS,
        unconfirmedMs: env.CHAIN_UNCONFIRMED_MS,
        unknownMs: env.OUTCOME_UNKNOWN_AFTER_MS,
        batch: { payoutsMax: env.CHAIN_BATCH_PAYOUTS_MAX, waitMs: env.CHAIN_BATCH_WAIT_MS },
      },
      disbursement: {
        attemptsMax: env.DISBURSE_ATTEMPTS_MAX,
        retryPauseMs: env.DISBURSE_RETRY_PAUSE_MS,
      },
    },
  }))
  .and(connectorSettings({ disbursement: "DISBURSE_RAIL", statement: "STATEMENT_RAIL" }))
  .and(nodeSettings({ send: "SEND_RAIL", statement: "NODE_STATEMENT_RAIL" }))
  .superRefine(comparedInProduction("disbursement", "send"));
export type PayoutsConfig = z.infer<typeof PayoutsConfig>;

export const readPayoutsConfig = configReader(PayoutsConfig);
