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

const settings = z.object({
  SANU_ENV: SanuEnvironment.default("development"),
  LOG_LEVEL: LogLevel.default("info"),
  NATS_URL: urlSetting("nats:", "tls:"),
  NATS_NAMESPACE: z.string().default("").transform(namespace),
  HEALTH_PORT: PortSetting.default(0),
  PAYMENTS_DATABASE_URL: secretUrlSetting("postgres:", "postgresql:"),
  DATABASE_POOL_MAX: wholeSetting(1, 100).default(10),
  /** Over which provider money is collected. */
  COLLECTION_RAIL: z.enum(["sandbox"]).default("sandbox"),
  SANDBOX_URL: urlSetting("http:", "https:"),
  /** Shared with the sandbox, which signs its callbacks with it. */
  SANDBOX_CALLBACK_SECRET: SecretSetting,
});

/** The configuration of payments, from environment variables. */
export const PaymentsConfig = settings
  .refine((env) => env.SANU_ENV !== "production" || env.COLLECTION_RAIL !== "sandbox", {
    path: ["COLLECTION_RAIL"],
    error: "must be a real provider in production",
  })
  .transform((env) => ({
    environment: env.SANU_ENV,
    logLevel: env.LOG_LEVEL,
    natsUrl: env.NATS_URL,
    namespace: env.NATS_NAMESPACE,
    healthPort: env.HEALTH_PORT,
    databaseUrl: env.PAYMENTS_DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    collectionRail: env.COLLECTION_RAIL,
    sandboxUrl: env.SANDBOX_URL,
    sandboxCallbackSecret: env.SANDBOX_CALLBACK_SECRET,
  }));
export type PaymentsConfig = z.infer<typeof PaymentsConfig>;

/** Reads the configuration. Throws `ConfigError` with every mistake at once. */
export function readPaymentsConfig(
  env: Readonly<Record<string, string | undefined>>,
): PaymentsConfig {
  return readConfig(PaymentsConfig, env);
}
