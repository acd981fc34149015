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

const PEPPER_LETTERS_MIN = 32;

const settings = z.object({
  SANU_ENV: SanuEnvironment.default("development"),
  LOG_LEVEL: LogLevel.default("info"),
  NATS_URL: urlSetting("nats:", "tls:"),
  NATS_NAMESPACE: z.string().default("").transform(namespace),
  HEALTH_PORT: PortSetting.default(0),
  IDENTITY_DATABASE_URL: secretUrlSetting("postgres:", "postgresql:"),
  DATABASE_POOL_MAX: wholeSetting(1, 100).default(10),
  SMTP_URL: secretUrlSetting("smtp:", "smtps:"),
  MAIL_FROM: z.string().min(3).default("Sanu <no-reply@sanu.example>"),
  /** PEM, EC P-256; a line feed may be written as `\n`. Required in production. */
  TOKEN_PRIVATE_KEY: SecretSetting.optional(),
  /** At least 32 characters. Required in production. */
  OTP_PEPPER: SecretSetting.optional(),
});

/** The configuration of identity, from environment variables. */
export const IdentityConfig = settings
  .check((context) => {
    for (const [variable, message] of mistakesOf(context.value)) {
      context.issues.push({
        code: "custom",
        message,
        path: [variable],
        input: undefined,
        continue: true,
      });
    }
  })
  .transform((env) => ({
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
export type IdentityConfig = z.infer<typeof IdentityConfig>;

type Settings = z.output<typeof settings>;

/** What one setting alone cannot tell: production makes no secrets for itself, and a key must be one. */
function* mistakesOf(env: Settings): Generator<readonly [keyof Settings, string]> {
  const isProduction = env.SANU_ENV === "production";
  const { TOKEN_PRIVATE_KEY: key, OTP_PEPPER: pepper } = env;
  if (isProduction && key === undefined) yield ["TOKEN_PRIVATE_KEY", "is required in production"];
  if (isProduction && pepper === undefined) yield ["OTP_PEPPER", "is required in production"];
  if (pepper !== undefined && pepper.reveal().length < PEPPER_LETTERS_MIN) {
    yield ["OTP_PEPPER", `must have at least ${PEPPER_LETTERS_MIN} characters`];
  }
  if (key !== undefined && !isSigningKey(key.reveal())) {
    yield ["TOKEN_PRIVATE_KEY", "must be a PEM private key on P-256"];
  }
}

function isSigningKey(pem: string): boolean {
  try {
    return readSigningKey(pem).keyId !== "";
  } catch {
    return false;
  }
}

/** Reads the configuration. Throws `ConfigError` with every mistake at once. */
export function readIdentityConfig(
  env: Readonly<Record<string, string | undefined>>,
): IdentityConfig {
  return readConfig(IdentityConfig, env);
}
