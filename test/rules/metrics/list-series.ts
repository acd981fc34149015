import { compose as composeGateway, readGatewayConfig } from "@sanu/gateway-api";
import { compose as composeIdentity, readIdentityConfig } from "@sanu/identity";
import { compose as composePayments, readPaymentsConfig } from "@sanu/payments";
import { compose as composePayouts, readPayoutsConfig } from "@sanu/payouts";
import { compose as composeTransactions, readTransactionsConfig } from "@sanu/transactions";
import { Histogram, type Metric, Registry } from "prom-client";
import { vi } from "vitest";

/** What prom-client keeps of each metric beside its public type. */
type Registered = Metric & { readonly name: string; readonly labelNames?: readonly string[] };

const nowhere = (name: string) => `postgres://${name}@127.0.0.1:1/${name}`;

/** Nothing of it is reached: services are made and never started. */
const environment = {
  SANU_ENV: "development",
  LOG_LEVEL: "silent",
  NATS_URL: "nats://127.0.0.1:1",
  IDENTITY_DATABASE_URL: nowhere("identity"),
  TRANSACTIONS_DATABASE_URL: nowhere("transactions"),
  PAYMENTS_DATABASE_URL: nowhere("payments"),
  PAYOUTS_DATABASE_URL: nowhere("payouts"),
  PUBLIC_URL: "https://localhost:1",
  GATEWAY_TLS: "generated",
  SANDBOX_URL: "http://127.0.0.1:1",
  SANDBOX_CALLBACK_SECRET: "nobody is called back",
  INVOICE_KEY: "x".repeat(32),
  SMTP_URL: "smtp://127.0.0.1:1",
};

/** On every series: the service says its name, which the scraper has to leave, and Prometheus adds what it scraped. */
const labelsOfAll = ["service", "instance", "job"];

type Series = ReadonlyMap<string, ReadonlySet<string>>;

/** Every series that the five services have, with its labels once it is scraped. */
export async function listSeries(): Promise<Series> {
  const series = new Map<string, ReadonlySet<string>>([
    ["up", new Set(labelsOfAll)],
    ["ALERTS", new Set([...labelsOfAll, "alertname", "alertstate", "severity"])],
  ]);
  for (const [name, labels] of await listOwnLabels()) {
    series.set(name, new Set([...labels, ...labelsOfAll]));
  }
  return series;
}

/** The labels that a series has before anybody scrapes it, beside the service's name, as the services' own code registers them. */
export async function listOwnLabels(): Promise<Series> {
  // Registered with the first connection, which nobody makes here.
  const series = new Map<string, ReadonlySet<string>>([["sanu_nats_connected", new Set()]]);
  const spy = vi.spyOn(Registry.prototype, "registerMetric");
  const all = { processMetrics: true };
  const services = await Promise.all([
    composeGateway(readGatewayConfig(environment), all),
    composeIdentity(readIdentityConfig(environment), all),
    composeTransactions(readTransactionsConfig(environment), all),
    composePayments(readPaymentsConfig(environment), all),
    composePayouts(readPayoutsConfig(environment), all),
  ]);
  for (const [metric] of spy.mock.calls) {
    const { name, labelNames = [] } = metric as unknown as Registered;
    for (const [suffix, more] of suffixesOf(metric)) {
      series.set(`${name}${suffix}`, new Set([...labelNames, ...more]));
    }
  }
  spy.mockRestore();
  await Promise.all(services.map((service) => service.stop()));
  return series;
}

function suffixesOf(metric: unknown): readonly (readonly [string, readonly string[]])[] {
  if (!(metric instanceof Histogram)) return [["", []]];
  return [
    ["_bucket", ["le"]],
    ["_count", []],
    ["_sum", []],
  ];
}
