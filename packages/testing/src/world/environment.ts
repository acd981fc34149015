import type { PublishingService } from "@sanu/contracts";
import { roomyLimits } from "@sanu/local-stack";
import type { Environment } from "./programs.ts";

export interface WorldFacts {
  readonly natsUrl: string;
  readonly namespace: string;
  readonly databaseUrls: Readonly<Record<PublishingService, string>>;
  readonly gatewayPort: number;
  readonly sandboxUrl: string;
  readonly callbackSecret: string;
  readonly invoiceKey: string;
  readonly smtpUrl: string;
  /** Settings of this world alone; they win. */
  readonly more: Environment;
}

/** The settings of all five services; each reads those that it knows. */
export function worldEnvironment(facts: WorldFacts): Environment {
  return {
    SANU_ENV: "development",
    STAGING_USER_ID: "on",
    LOG_LEVEL: "silent",
    NATS_URL: facts.natsUrl,
    NATS_NAMESPACE: facts.namespace,
    HEALTH_PORT: "0",
    IDENTITY_DATABASE_URL: facts.databaseUrls.identity,
    TRANSACTIONS_DATABASE_URL: facts.databaseUrls.transactions,
    PAYMENTS_DATABASE_URL: facts.databaseUrls.payments,
    PAYOUTS_DATABASE_URL: facts.databaseUrls.payouts,
    DATABASE_POOL_MAX: "8",
    GATEWAY_HOST: "127.0.0.1",
    GATEWAY_PORT: String(facts.gatewayPort),
    GATEWAY_TLS: "generated",
    GATEWAY_DRAIN_PAUSE_MS: "0",
    PUBLIC_URL: `https://localhost:${facts.gatewayPort}`,
    SANDBOX_URL: facts.sandboxUrl,
    SANDBOX_CALLBACK_SECRET: facts.callbackSecret,
    INVOICE_KEY: facts.invoiceKey,
    SMTP_URL: facts.smtpUrl,
    ...roomyLimits,
    ...facts.more,
  };
}
