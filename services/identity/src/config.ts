import { XofText } from "@sanu/contracts";
import {
  approvalSettings,
  proposalTermsOf,
  readConfig,
  SealingKeySetting,
  SecretSetting,
  secretUrlSetting,
  serviceConfig,
  serviceSettings,
  urlSetting,
  wholeSetting,
} from "@sanu/platform";
import { z } from "zod";
import { readDocumentKeys } from "./kyc/document-keys.ts";
import { mistakeInOrigins, relyingPartyOf } from "./second-factors/relying-party.ts";
import { readSigningKey, readVerifyingKey } from "./sessions/signing-key.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const PEPPER_LETTERS_MIN = 32;

/** Longer than this a thief has a session that was left open. */
const STEP_UP_VALID_MAX_MS = 3_600_000;

const QUOTA_MAX = 10_000_000;

const DAY_MS = 86_400_000;
/** With three leap days: never less than ten years. */
const TEN_YEARS_MS = 3_653 * DAY_MS;

/** Four amounts, the lowest tier first. Who has proved more may never do less. */
const TierLimitsSetting = z
  .string()
  .regex(/^\d{1,12}(,\d{1,12}){3}$/, "must be four whole amounts with commas between them")
  .transform((text) => text.split(","))
  .pipe(z.tuple([XofText, XofText, XofText, XofText]))
  .refine((limits) => limits.every((limit, tier) => limit >= (limits[tier - 1] ?? 0n)), {
    error: "must not fall from tier to tier",
  });

const TokenKeySetting = SecretSetting.refine((key) => isRead(readSigningKey, key.reveal()), {
  error: "must be a PEM private key on Ed25519",
});
const OtherKeySetting = SecretSetting.refine((key) => isRead(readVerifyingKey, key.reveal()), {
  error: "must be a PEM key on Ed25519, public or private",
});
const PepperSetting = SecretSetting.refine(
  (pepper) => pepper.reveal().length >= PEPPER_LETTERS_MIN,
  { error: `must have at least ${PEPPER_LETTERS_MIN} characters` },
);
/** The first seals, all open. */
const DocumentKeysSetting = SecretSetting.refine(
  (keys) => isRead(readDocumentKeys, keys.reveal()),
  {
    error: "must be keys of 32 bytes in base64url with commas between them",
  },
);
/** Where clients reach the API: the links of mails lead there. */
const PublicUrlSetting = urlSetting("https:", "http:");

/** Outside production a secret may be missing: identity then makes one and stores it. */
const settings = (isProduction: boolean) =>
  z.object({
    ...serviceSettings,
    ...approvalSettings,
    /** A code is made in a transaction that looks at the throttle over another connection: with one alone nobody would ever get a code. */
    DATABASE_POOL_MAX: wholeSetting(2, 100).default(10),
    IDENTITY_DATABASE_URL: secretUrlSetting("postgres:", "postgresql:"),
    SMTP_URL: secretUrlSetting("smtp:", "smtps:"),
    PUBLIC_URL: isProduction
      ? PublicUrlSetting
      : PublicUrlSetting.default("https://localhost:8443"),
    MAIL_FROM: z.string().min(3).default("Sanu <no-reply@sanu.example>"),
    TOKEN_PRIVATE_KEY: isProduction ? TokenKeySetting : TokenKeySetting.optional(),
    /** The key before or after the one that signs, while they change. */
    TOKEN_OTHER_KEY: OtherKeySetting.optional(),
    OTP_PEPPER: isProduction ? PepperSetting : PepperSetting.optional(),
    /** The one before or after it, while they change: its codes, links and devices count all the same. */
    OTP_OTHER_PEPPER: PepperSetting.optional(),
    PERSON_KEY: isProduction ? PepperSetting : PepperSetting.optional(),
    KYC_DOCUMENT_KEYS: isProduction ? DocumentKeysSetting : DocumentKeysSetting.optional(),
    SEALING_PUBLIC_KEY: isProduction ? SealingKeySetting : SealingKeySetting.optional(),
    SEALED_KEPT_MS: wholeSetting(DAY_MS, 10 * TEN_YEARS_MS).default(TEN_YEARS_MS),
    KYC_TIER_LIMITS_XOF: TierLimitsSetting.prefault("200000,500000,2000000,10000000"),
    AUTH_PER_MINUTE: wholeSetting(1, QUOTA_MAX).default(20),
    AUTH_PER_ADDRESS_AND_MINUTE: wholeSetting(1, QUOTA_MAX).default(600),
    LOGIN_FAILURES_PER_SOURCE_AND_HOUR: wholeSetting(1, QUOTA_MAX).default(10),
    LOGIN_FAILURES_PER_HOUR: wholeSetting(1, QUOTA_MAX).default(30),
    LOGIN_FAILURES_AT_KNOWN_ADDRESS_PER_HOUR: wholeSetting(1, QUOTA_MAX).default(100),
    WEBAUTHN_RP_ID: z.string().min(1).optional(),
    WEBAUTHN_ORIGINS: z.string().min(1).optional(),
    STEP_UP_VALID_MS: wholeSetting(1_000, STEP_UP_VALID_MAX_MS).default(600_000),
  });

const partyIn = (env: z.infer<ReturnType<typeof settings>>) =>
  relyingPartyOf({
    publicUrl: env.PUBLIC_URL,
    id: env.WEBAUTHN_RP_ID,
    origins: env.WEBAUTHN_ORIGINS,
  });

const checked = (isProduction: boolean) =>
  settings(isProduction).superRefine((env, context) => {
    if (env.WEBAUTHN_RP_ID === undefined && env.WEBAUTHN_ORIGINS === undefined) return;
    const message = mistakeInOrigins(partyIn(env));
    if (message === undefined) return;
    context.addIssue({ code: "custom", path: ["WEBAUTHN_ORIGINS"], message });
  });

const configOf = (isProduction: boolean) =>
  checked(isProduction).transform((env) => ({
    ...serviceConfig(env),
    proposals: proposalTermsOf(env),
    databaseUrl: env.IDENTITY_DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ""),
    mailFrom: env.MAIL_FROM,
    tokenPrivateKey: env.TOKEN_PRIVATE_KEY,
    tokenOtherKey: env.TOKEN_OTHER_KEY,
    otpPepper: env.OTP_PEPPER,
    otpOtherPepper: env.OTP_OTHER_PEPPER,
    personKey: env.PERSON_KEY,
    kycDocumentKeys: env.KYC_DOCUMENT_KEYS,
    sealingPublicKey: env.SEALING_PUBLIC_KEY,
    sealedKeptMs: env.SEALED_KEPT_MS,
    kycTierLimitsXof: env.KYC_TIER_LIMITS_XOF,
    secondFactors: { stepUpValidMs: env.STEP_UP_VALID_MS, relyingParty: partyIn(env) },
    throttleQuotas: {
      actorPerMinute: env.AUTH_PER_MINUTE,
      addressPerMinute: env.AUTH_PER_ADDRESS_AND_MINUTE,
      loginPerSourceAndHour: env.LOGIN_FAILURES_PER_SOURCE_AND_HOUR,
      loginPerHour: env.LOGIN_FAILURES_PER_HOUR,
      knownLoginPerHour: env.LOGIN_FAILURES_AT_KNOWN_ADDRESS_PER_HOUR,
    },
  }));
export type IdentityConfig = z.infer<ReturnType<typeof configOf>>;

export function readIdentityConfig(env: Environment): IdentityConfig {
  return readConfig(configOf(env["SANU_ENV"] === "production"), env);
}

function isRead(read: (text: string) => unknown, text: string): boolean {
  try {
    return read(text) !== undefined;
  } catch {
    return false;
  }
}
