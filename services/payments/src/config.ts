import {
  attemptConfig,
  attemptSettings,
  configReader,
  connectorTermsSettings,
  leaseOutlastsCall,
  leaseTooShort,
  realInProduction,
  reconciliationConfig,
  reconciliationSettings,
  SecretSetting,
  secretUrlSetting,
  serviceConfig,
  serviceSettings,
  wholeSetting,
} from "@sanu/platform";
import {
  captureMarginSetting,
  comparedInProduction,
  connectorSettings,
  nodeSettings,
  nodesSetting,
  providersSetting,
} from "@sanu/rails";
import { z } from "zod";

const DAY_MS = 86_400_000;

/** A shorter key could be guessed, and with it what takes the money of every invoice. */
const INVOICE_KEY_BYTES_MIN = 32;

const InvoiceKeySetting = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= INVOICE_KEY_BYTES_MIN, {
    error: `must have at least ${INVOICE_KEY_BYTES_MIN} bytes`,
  })
  .pipe(SecretSetting);

const settings = z.object({
  ...serviceSettings,
  PAYMENTS_DATABASE_URL: secretUrlSetting("postgres:", "postgresql:"),
  COLLECTION_RAIL: providersSetting("collection"),
  ...attemptSettings,
  ...connectorTermsSettings,
  STATEMENT_RAIL: providersSetting("statement"),
  NODE_STATEMENT_RAIL: nodesSetting("statement"),
  ...reconciliationSettings,
  /** The name of a callback that had its effect is known for so long. */
  CALLBACK_KEPT_MS: wholeSetting(DAY_MS, 3_650 * DAY_MS).default(90 * DAY_MS),
  LIGHTNING_RECEIVE_RAIL: nodesSetting("receive"),
  /** Derives the preimages of our invoices: who knows it can take what is held for them. */
  INVOICE_KEY: InvoiceKeySetting,
  /** The key before or after it, while they change: what was made with it is taken all the same. */
  INVOICE_OTHER_KEY: InvoiceKeySetting.optional(),
  /** Money that came so long behind the end of its order, by the provider's own time, is honoured. */
  PAYMENT_GRACE_MS: wholeSetting(0, 3_600_000).default(60_000),
  HOLD_CHECKS_MS_MAX: wholeSetting(1_000, 60_000).default(60_000),
  /** Held sats that their payer could take back in fewer blocks are let go. */
  CAPTURE_MARGIN_BLOCKS: captureMarginSetting,
  REFUND_ATTEMPTS_MAX: wholeSetting(1, 20).default(5),
  /** Before the second attempt of a refund; doubles. */
  REFUND_RETRY_PAUSE_MS: wholeSetting(10, 3_600_000).default(60_000),
  /** After this it is published that the outcome of a payment or refund is unknown. */
  OUTCOME_UNKNOWN_AFTER_MS: wholeSetting(1_000, 604_800_000).default(3_600_000),
});

export const PaymentsConfig = settings
  .superRefine(
    realInProduction({
      COLLECTION_RAIL: "a real provider",
      LIGHTNING_RECEIVE_RAIL: "a real node",
      STATEMENT_RAIL: "a real provider",
      NODE_STATEMENT_RAIL: "a real node",
    }),
  )
  .refine(leaseOutlastsCall, leaseTooShort)
  .transform((env) => ({
    ...serviceConfig(env),
    databaseUrl: env.PAYMENTS_DATABASE_URL,
    ...attemptConfig(env),
    connectorTermsKeptMs: env.CONNECTOR_TERMS_KEPT_MS,
    statements: reconciliationConfig(env),
    callbackKeptMs: env.CALLBACK_KEPT_MS,
    invoiceKeys: [env.INVOICE_KEY, env.INVOICE_OTHER_KEY ?? env.INVOICE_KEY] as const,
    graceMs: env.PAYMENT_GRACE_MS,
    holdTerms: {
      graceMs: env.PAYMENT_GRACE_MS,
      checksMsMax: env.HOLD_CHECKS_MS_MAX,
      captureMarginBlocks: env.CAPTURE_MARGIN_BLOCKS,
    },
    refundTerms: {
      attemptsMax: env.REFUND_ATTEMPTS_MAX,
      retryPauseMs: env.REFUND_RETRY_PAUSE_MS,
    },
    outcomeUnknownAfterMs: env.OUTCOME_UNKNOWN_AFTER_MS,
  }))
  .and(connectorSettings({ collection: "COLLECTION_RAIL", statement: "STATEMENT_RAIL" }))
  .and(nodeSettings({ receive: "LIGHTNING_RECEIVE_RAIL", statement: "NODE_STATEMENT_RAIL" }))
  .refine(({ nodes: { receive } }) => receive.disabled.length < receive.providers.length, {
    path: ["LIGHTNING_RECEIVE_RAIL"],
    error: "must leave one node that gets new invoices",
  })
  .superRefine(comparedInProduction("collection", "receive"));
export type PaymentsConfig = z.infer<typeof PaymentsConfig>;

export const readPaymentsConfig = configReader(PaymentsConfig);
