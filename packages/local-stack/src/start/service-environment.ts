import {
  type NatsLogin,
  type NatsUser,
  type PublishingService,
  publishingServices,
} from "@sanu/contracts";
import type { ServiceMacaroons } from "../lightning/service-macaroons.ts";
import type { LightningNetwork } from "../lightning/start-network.ts";
import type { CertificateFiles } from "./certificate.ts";
import type { SecretFor } from "./derived-secrets.ts";
import type { SystemPorts } from "./system-ports.ts";

export type ServiceName = "gateway-api" | PublishingService;
export type ProgramName = "sandbox" | ServiceName;

export const programNames: readonly ProgramName[] = [
  "sandbox",
  ...publishingServices,
  "gateway-api",
];

export type NatsPasswordOf = (login: NatsLogin) => string;

export type Environment = Readonly<Record<string, string>>;

export interface EnvironmentFacts {
  readonly ports: SystemPorts;
  readonly natsUrl: string;
  /** Where NATS has users. */
  readonly natsPasswordOf?: NatsPasswordOf;
  readonly namespace: string;
  readonly databaseUrls: Readonly<Record<PublishingService, string>>;
  /** `host:port` for services that reach Postgres in another way than operators do. */
  readonly databaseHosts?: Readonly<Partial<Record<PublishingService, string>>>;
  readonly secretFor: SecretFor;
  readonly sealingPublicKey: string;
  readonly certificate: CertificateFiles;
  /** Folders of the programs that keep files. */
  readonly dataDirOf: (program: ProgramName) => string;
}

export function publicUrl(ports: SystemPorts): string {
  return `https://localhost:${ports.api}`;
}

/** The environment of every program: the one place of the local stack that knows the names of their settings. */
export function environmentOf(program: ProgramName, facts: EnvironmentFacts): Environment {
  switch (program) {
    case "sandbox":
      return sandboxEnvironment(facts);
    case "gateway-api":
      return gatewayEnvironment(facts);
    case "identity":
      return {
        ...serviceEnvironment(program, facts),
        HEALTH_PORT: String(facts.ports.identityHealth),
        SMTP_URL: `smtp://127.0.0.1:${facts.ports.smtp}`,
        OTP_PEPPER: facts.secretFor("otp pepper"),
        PERSON_KEY: facts.secretFor("persons"),
        SEALING_PUBLIC_KEY: facts.sealingPublicKey,
        KYC_DOCUMENT_KEYS: facts.secretFor("kyc documents"),
      };
    case "transactions":
      return {
        ...serviceEnvironment(program, facts),
        HEALTH_PORT: String(facts.ports.transactionsHealth),
        PERSON_KEY: facts.secretFor("persons"),
        SEALING_PUBLIC_KEY: facts.sealingPublicKey,
      };
    case "payments":
      return {
        ...serviceEnvironment(program, facts),
        HEALTH_PORT: String(facts.ports.paymentsHealth),
        SANDBOX_URL: sandboxUrl(facts.ports),
        SANDBOX_CALLBACK_SECRET: facts.secretFor("sandbox callbacks"),
        INVOICE_KEY: facts.secretFor("invoices"),
      };
    case "payouts":
      return {
        ...serviceEnvironment(program, facts),
        HEALTH_PORT: String(facts.ports.payoutsHealth),
        SANDBOX_URL: sandboxUrl(facts.ports),
      };
  }
}

/** What services need beside the usual to pay and be paid by a real node of this machine. */
export function nodeEnvironment({
  alice,
  macaroons,
}: Pick<LightningNetwork, "alice" | "macaroons">): Readonly<
  Partial<Record<ProgramName, Environment>>
> {
  const reachedBy = (service: keyof ServiceMacaroons) => ({
    LND_URL: alice.url,
    LND_TLS_CERTIFICATE: alice.certificateFile,
    LND_MACAROON: macaroons[service],
    LND_NETWORK: "regtest",
    NODE_STATEMENT_RAIL: "lnd",
  });
  return {
    transactions: { BITCOIN_NETWORK: "regtest" },
    payments: { ...reachedBy("payments"), LIGHTNING_RECEIVE_RAIL: "lnd" },
    payouts: { ...reachedBy("payouts"), SEND_RAIL: "lnd", BITCOIN_NETWORK: "regtest" },
  };
}

/** What every service needs for a page that shows all that it does. */
export function traceSettings(view: { readonly url: string } | undefined): Environment {
  if (view === undefined) return {};
  return { OTEL_EXPORTER_OTLP_ENDPOINT: view.url, OTEL_TRACES_SAMPLER_ARG: "1" };
}

/** The environment of `pnpm sanu …` against this system. */
export function operatorEnvironment(facts: EnvironmentFacts): Environment {
  const environment: Record<string, string> = { ...natsEnvironment("streams", facts) };
  const analystPassword = facts.natsPasswordOf?.("analyst");
  if (analystPassword !== undefined) environment["ANALYST_NATS_PASSWORD"] = analystPassword;
  for (const service of publishingServices) {
    environment[databaseVariable(service)] = facts.databaseUrls[service];
  }
  return environment;
}

function sandboxUrl(ports: SystemPorts): string {
  return `http://127.0.0.1:${ports.sandbox}`;
}

function sandboxEnvironment(facts: EnvironmentFacts): Environment {
  return {
    SANDBOX_PORT: String(facts.ports.sandbox),
    SANDBOX_CALLBACK_URL: `${publicUrl(facts.ports)}/webhooks/sandbox`,
    // The sandbox calls the API over HTTPS; this makes it trust the API's own certificate, and no less.
    NODE_EXTRA_CA_CERTS: facts.certificate.certificateFile,
    SANDBOX_CALLBACK_SECRET: facts.secretFor("sandbox callbacks"),
    SANDBOX_DATA_DIR: facts.dataDirOf("sandbox"),
    SMTP_PORT: String(facts.ports.smtp),
    MAIL_PORT: String(facts.ports.mailPage),
  };
}

function gatewayEnvironment(facts: EnvironmentFacts): Environment {
  return {
    ...commonEnvironment("gateway-api", facts),
    HEALTH_PORT: String(facts.ports.gatewayHealth),
    GATEWAY_PORT: String(facts.ports.api),
    GATEWAY_HOST: "127.0.0.1",
    STAGING_USER_ID: "on",
    // There is no other one to go to.
    GATEWAY_DRAIN_PAUSE_MS: "0",
    GATEWAY_TLS: "files",
    GATEWAY_TLS_CERT_FILE: facts.certificate.certificateFile,
    GATEWAY_TLS_KEY_FILE: facts.certificate.keyFile,
  };
}

function serviceEnvironment(service: PublishingService, facts: EnvironmentFacts): Environment {
  return {
    ...commonEnvironment(service, facts),
    [databaseVariable(service)]: databaseUrlOf(service, facts),
  };
}

function databaseUrlOf(service: PublishingService, facts: EnvironmentFacts): string {
  const url = new URL(facts.databaseUrls[service]);
  const host = facts.databaseHosts?.[service];
  if (host !== undefined) url.host = host;
  return url.href;
}

function commonEnvironment(name: ServiceName, facts: EnvironmentFacts): Environment {
  return {
    ...natsEnvironment(name, facts),
    SANU_ENV: "development",
    LOG_LEVEL: "info",
    PUBLIC_URL: publicUrl(facts.ports),
  };
}

function natsEnvironment(user: NatsUser, facts: EnvironmentFacts): Environment {
  const password = facts.natsPasswordOf?.(user);
  return {
    NATS_URL: facts.natsUrl,
    NATS_NAMESPACE: facts.namespace,
    ...(password === undefined ? {} : { NATS_PASSWORD: password }),
  };
}

function databaseVariable(service: PublishingService): string {
  return `${service.toUpperCase()}_DATABASE_URL`;
}
