import { namespace } from "@sanu/contracts";
import { z } from "zod";
import {
  LogLevel,
  PortSetting,
  SanuEnvironment,
  SecretSetting,
  urlSetting,
  wholeSetting,
} from "./settings.ts";

const NamespaceSetting = z
  .string()
  .regex(/^[a-z0-9]{0,32}$/, "must be lower-case letters and digits, at most 32")
  .transform(namespace);

/** A URL can stand in a log, so no password stands in it. */
const NatsUrlSetting = urlSetting("nats:", "tls:").refine(
  (text) => !URL.canParse(text) || !new URL(text).href.includes("@"),
  { error: "must name no user: the password goes into NATS_PASSWORD" },
);

export const programSettings = {
  LOG_LEVEL: LogLevel.default("info"),
  /** A collector that speaks OTLP over HTTP, in front of `/v1/traces`; without one there are no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting("http:", "https:").optional(),
  NATS_URL: NatsUrlSetting,
  /** Each service has two logins with the same rights, so that a password is changed while the other is in use. */
  NATS_USER: z
    .string()
    .regex(/^[a-z-]{1,32}$/, "must be a login of the service")
    .optional(),
  NATS_PASSWORD: SecretSetting.optional(),
  /** Keeps systems on one server apart. */
  NATS_NAMESPACE: NamespaceSetting.default(""),
  /** 0 lets the system choose. */
  HEALTH_PORT: PortSetting.default(0),
  /** Health and metrics say much about a system: who is not on this machine is let in by a setting. */
  HEALTH_HOST: z.string().default("127.0.0.1"),
};

export function programConfig(env: Read<typeof programSettings>) {
  return {
    logLevel: env.LOG_LEVEL,
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    natsUrl: env.NATS_URL,
    natsUser: env.NATS_USER,
    natsPassword: env.NATS_PASSWORD,
    namespace: env.NATS_NAMESPACE,
    healthHost: env.HEALTH_HOST,
    healthPort: env.HEALTH_PORT,
  };
}

export const serviceSettings = {
  SANU_ENV: SanuEnvironment,
  ...programSettings,
  DATABASE_POOL_MAX: wholeSetting(1, 100).default(10),
};

export function serviceConfig(env: Read<typeof serviceSettings>) {
  return {
    environment: env.SANU_ENV,
    ...programConfig(env),
    databasePoolMax: env.DATABASE_POOL_MAX,
  };
}

type Read<Settings extends z.ZodRawShape> = z.output<z.ZodObject<Settings>>;
