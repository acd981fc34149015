import { namespace } from "@sanu/contracts";
import {
  LogLevel,
  PortSetting,
  readConfig,
  SanuEnvironment,
  SecretSetting,
  secretUrlSetting,
  urlSetting,
  wholeSetting,
} from "@sanu/platform";
import { z } from "zod";
import { readSigningKey } from "./tokens/signing-key.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const PEPPER_LETTERS_MIN = 32;

const TokenKeySetting = SecretSetting.refine((key) => isSigningKey(key.reveal()), {
  error: "must be a PEM private key on P-256",
});
const PepperSetting = SecretSetting.refine(
  (pepper) => pepper.reveal().length >= PEPPER_LETTERS_MIN,
  { error: `must have at least ${PEPPER_LETTERS_MIN} characters` },
);
const NamespaceSetting = z
  .string()
  .regex(/^[a-z0-9]{0,32}$/, "must be lower-case letters and digits, at most 32")
  .transform(namespace);

/** Outside production a secret may be missing: identity then makes one and keeps it. */
const settings = (isProduction: boolean) =>
  z.object({
    SANU_ENV: SanuEnvironment.default("development"),
    LOG_LEVEL: LogLevel.default("info"),
    NATS_URL: urlSetting("nats:", "tls:"),
    NATS_NAMESPACE: NamespaceSetting.default(""),
    HEALTH_PORT: PortSetting.default(0),
    IDENTITY_DATABASE_URL: secretUrlSetting("postgres:", "postgresql:"),
    DATABASE_POOL_MAX: wholeSetting(1, 100).default(10),
    SMTP_URL: secretUrlSetting("smtp:", "smtps:"),
    MAIL_FROM: z.string().min(3).default("Sanu <no-reply@sanu.example>"),
    TOKEN_PRIVATE_KEY: isProduction ? TokenKeySetting : TokenKeySetting.optional(),
    OTP_PEPPER: isProduction ? PepperSetting : PepperSetting.optional(),
  });

/** The configuration of identity. */
const configOf = (isProduction: boolean) =>
  settings(isProduction).transform((env) => ({
    environment: env.SANU_ENV,
    logLevel: env.LOG_LEVEL,
    natsUrl: env.NATS_URL,
    namespace: env.NATS_NAMESPACE,
    healthPort: env.HEALTH_PORT,
    databaseUrl: env.IDENTITY_DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    tokenPrivateKey: env.TOKEN_PRIVATE_KEY,
    otpPepper: env.OTP_PEPPER,
  }));
export type IdentityConfig = z.infer<ReturnType<typeof configOf>>;

/** Reads the configuration from environment variables. Throws `ConfigError` with every mistake at once. */
export function readIdentityConfig(env: Environment): IdentityConfig {
  return readConfig(configOf(env["SANU_ENV"] === "production"), env);
}

function isSigningKey(pem: string): boolean {
  try {
    return readSigningKey(pem).keyId !== "";
  } catch {
    return false;
  }
}
