import { isIP } from "node:net";
import {
  configReader,
  PortSetting,
  programConfig,
  programSettings,
  SanuEnvironment,
  ShareSetting,
  urlSetting,
  wholeSetting,
} from "@sanu/platform";
import { z } from "zod";
import type { OpenQuotas } from "./throttle/open-part.ts";
import type { TlsConfig } from "./tls/configured-certificate.ts";

const proxyNames = new Set(["loopback", "linklocal", "uniquelocal"]);

/** `https://a.example,https://b.example`, `*` for every origin; nothing for none. */
const OriginsSetting = z
  .string()
  .transform((text) => text.split(",").map((origin) => origin.trim()))
  .refine((origins) => origins.every(isOrigin), {
    error: "must be * or origins such as https://app.example, with commas between them",
  });

const NamesSetting = z
  .string()
  .transform((text) => text.split(",").map((name) => name.trim()))
  .refine((names) => names.every((name) => isIP(name) !== 0 || /^[a-z0-9.-]+$/i.test(name)), {
    error: "must be host names or addresses with commas between them",
  });

/** Addresses and networks of proxies whose `X-Forwarded-…` headers are believed. */
const ProxiesSetting = z
  .string()
  .transform((text) => text.split(",").map((proxy) => proxy.trim()))
  .refine((proxies) => proxies.every(isProxy), {
    error: "must be addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal",
  });

const settings = z.object({
  SANU_ENV: SanuEnvironment,
  ...programSettings,
  /** Which part of the requests is traced, where there is a collector; clients have no say. */
  OTEL_TRACES_SAMPLER_ARG: ShareSetting.default(0.1),
  GATEWAY_HOST: z.string().default("0.0.0.0"),
  GATEWAY_PORT: PortSetting.default(8443),
  /** `off` serves HTTP, for a proxy in front. */
  GATEWAY_TLS: z.enum(["generated", "files", "off"]).default("generated"),
  GATEWAY_TLS_CERT_FILE: z.string().optional(),
  GATEWAY_TLS_KEY_FILE: z.string().optional(),
  /** Keeps the generated certificate; without it every start makes a new one. */
  GATEWAY_DATA_DIR: z.string().optional(),
  /** Names besides localhost and the public one under which clients know the generated certificate. */
  GATEWAY_TLS_NAMES: NamesSetting.optional(),
  GATEWAY_TRUST_PROXY: ProxiesSetting.optional(),
  GATEWAY_CORS_ORIGINS: OriginsSetting.optional(),
  /** The requests of one user to all gateways together; this one allows its part. */
  REQUESTS_PER_USER_AND_MINUTE: wholeSetting(1, 10_000_000).default(60),
  GATEWAY_REPLICAS: wholeSetting(1, 1_000).default(1),
  /** The requests of one address to what is open to everybody: pages, rates and documents each; and callbacks. */
  OPEN_REQUESTS_PER_ADDRESS_AND_MINUTE: wholeSetting(1, 10_000_000).default(600),
  CALLBACKS_PER_ADDRESS_AND_MINUTE: wholeSetting(1, 10_000_000).default(6_000),
  /** Open at once in this process, and of them from one address that is no trusted proxy. */
  GATEWAY_CONNECTIONS_MAX: wholeSetting(1, 1_000_000).default(4_000),
  GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: wholeSetting(1, 1_000_000).default(200),
  /** Told to stop, it is not ready and serves on for so long: until nobody is sent here any more. */
  GATEWAY_DRAIN_PAUSE_MS: wholeSetting(0, 60_000).default(5_000),
  /** Whether `X-Staging-User-Id` stands for a customer's token: for trying things out, never for money, nor where strangers are. */
  STAGING_USER_ID: z.enum(["on", "off"]).default("off"),
  PUBLIC_URL: urlSetting("https:", "http:").default("https://localhost:8443"),
});

type Settings = z.output<typeof settings>;

export const GatewayConfig = settings
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
    ...programConfig(env),
    tracedShare: env.OTEL_TRACES_SAMPLER_ARG,
    host: env.GATEWAY_HOST,
    port: env.GATEWAY_PORT,
    tls: tlsOf(env),
    trustedProxies: env.GATEWAY_TRUST_PROXY ?? [],
    corsOrigins: env.GATEWAY_CORS_ORIGINS ?? usualOrigins(env),
    replicas: env.GATEWAY_REPLICAS,
    userRequestsPerMinute: partOf(env, env.REQUESTS_PER_USER_AND_MINUTE),
    openQuotas: openQuotasOf(env),
    connectionCaps: {
      openMax: env.GATEWAY_CONNECTIONS_MAX,
      perAddressMax: env.GATEWAY_CONNECTIONS_PER_ADDRESS_MAX,
    },
    drainPauseMs: env.GATEWAY_DRAIN_PAUSE_MS,
    isStagingUserIdTaken: env.STAGING_USER_ID === "on",
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ""),
    httpsOnlyName: httpsOnlyNameOf(env),
  }));
export type GatewayConfig = z.output<typeof GatewayConfig>;

/** Pages of this machine, on every port: whoever develops one tries it against a development. */
const loopbackOrigin = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

function usualOrigins({ SANU_ENV: environment }: Settings): readonly RegExp[] {
  return environment === "development" ? [loopbackOrigin] : [];
}

/** A name of staging or of this machine may be one that others use without HTTPS. */
function httpsOnlyNameOf({ SANU_ENV: environment, PUBLIC_URL: url }: Settings): string | undefined {
  const { protocol, hostname } = new URL(url);
  return environment === "production" && protocol === "https:" ? hostname : undefined;
}

function openQuotasOf(env: Settings): OpenQuotas {
  const each = partOf(env, env.OPEN_REQUESTS_PER_ADDRESS_AND_MINUTE);
  const callbacks = partOf(env, env.CALLBACKS_PER_ADDRESS_AND_MINUTE);
  return { callbacks, pages: each, rates: each, documents: each };
}

/** What this gateway allows of what all of them together do. */
function partOf({ GATEWAY_REPLICAS: replicas }: Settings, allowed: number): number {
  return Math.ceil(allowed / replicas);
}

function tlsOf(env: Settings): TlsConfig {
  switch (env.GATEWAY_TLS) {
    case "off":
      return { kind: "off" };
    case "generated":
      return {
        kind: "generated",
        dataDir: env.GATEWAY_DATA_DIR,
        names: env.GATEWAY_TLS_NAMES ?? [],
      };
    case "files":
      return {
        kind: "files",
        certFile: env.GATEWAY_TLS_CERT_FILE ?? "",
        keyFile: env.GATEWAY_TLS_KEY_FILE ?? "",
      };
  }
}

/** Mistakes that only several settings together show. */
function* mistakesOf(env: Settings): Generator<readonly [keyof Settings, string]> {
  if (env.GATEWAY_TLS === "generated" && env.SANU_ENV === "production") {
    yield [
      "GATEWAY_TLS",
      "must be files or off in production: nobody trusts a generated certificate",
    ];
  }
  if (env.STAGING_USER_ID === "on" && !mayTakeStagingUserId(env)) {
    const where = "a staging system, and a development that only its own machine reaches";
    yield ["STAGING_USER_ID", `is for ${where} (GATEWAY_HOST): an id is no secret`];
  }
  if (env.GATEWAY_TLS !== "files") return;
  if (env.GATEWAY_TLS_CERT_FILE === undefined) yield ["GATEWAY_TLS_CERT_FILE", "is not set"];
  if (env.GATEWAY_TLS_KEY_FILE === undefined) yield ["GATEWAY_TLS_KEY_FILE", "is not set"];
}

/** `npm start` listens on its own machine alone; whatever else calls itself a development may be reached by strangers. */
function mayTakeStagingUserId({ SANU_ENV: environment, GATEWAY_HOST: host }: Settings): boolean {
  const isOwnMachine = ["127.0.0.1", "::1", "localhost"].includes(host);
  return environment === "staging" || (environment === "development" && isOwnMachine);
}

function isOrigin(text: string): boolean {
  if (text === "*") return true;
  return URL.canParse(text) && new URL(text).origin === text;
}

function isProxy(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  if (proxyNames.has(text)) return true;
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** Reads the configuration. Throws `ConfigError` with every mistake at once. */
export const readGatewayConfig = configReader(GatewayConfig);
