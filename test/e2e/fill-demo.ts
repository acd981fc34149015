import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { namespace, type PublishingService, publishingServices } from "@sanu/contracts";
import { type EnvironmentOf, fill, type Plan } from "@sanu/demo";
import * as identity from "@sanu/identity";
import { findFreePort } from "@sanu/local-stack";
import * as payments from "@sanu/payments";
import * as payouts from "@sanu/payouts";
import { applyStreams, type Migrations } from "@sanu/platform";
import { createTestDatabase, type TestDatabase, testNamespace, testNatsUrl } from "@sanu/testing";
import * as transactions from "@sanu/transactions";

const migrationsOf: Readonly<Record<PublishingService, Migrations>> = {
  identity: identity.migrations,
  transactions: transactions.migrations,
  payments: payments.migrations,
  payouts: payouts.migrations,
};

/** Databases, streams and files of their own, on which a demo set is made. */
export interface DemoPlace {
  readonly environmentOf: EnvironmentOf;
  readonly databaseUrls: Readonly<Record<PublishingService, string>>;
  /** What the sandbox wrote down. */
  readonly journalFile: string;
  readonly fill: (plan: Plan, signal?: AbortSignal) => Promise<void>;
  readonly drop: () => Promise<void>;
}

export async function openDemoPlace(): Promise<DemoPlace> {
  const natsUrl = testNatsUrl();
  const name = namespace(testNamespace());
  await applyStreams({ url: natsUrl, namespace: name, replicas: 1 });
  const made = await Promise.all(
    publishingServices.map((service) => createTestDatabase(service, migrationsOf[service])),
  );
  const folder = mkdtempSync(join(tmpdir(), "sanu-demo-"));
  const operator = { NATS_URL: natsUrl, NATS_NAMESPACE: name };
  const environment = { ...operator, ...(await settingsAt(made, folder)) };
  const databaseUrls = urlsOf(made);
  return {
    environmentOf: () => environment,
    databaseUrls,
    journalFile: join(folder, "journal.jsonl"),
    async fill(plan, signal) {
      const aborting = signal === undefined ? {} : { signal };
      await fill({
        plan,
        environmentOf: () => environment,
        operatorEnvironment: operator,
        logLevel: "silent",
        ...aborting,
      });
    },
    async drop() {
      await Promise.all(made.map((each) => each.drop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What `npm start` gives to each program; every one takes what it knows. */
async function settingsAt(
  made: readonly TestDatabase[],
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const [gateway, sandbox, smtp, mails] = await Promise.all(
    Array.from({ length: 4 }, () => findFreePort()),
  );
  const urls = urlsOf(made);
  return {
    SANU_ENV: "development",
    HEALTH_PORT: "0",
    GATEWAY_PORT: String(gateway),
    PUBLIC_URL: `https://localhost:${gateway}`,
    SANDBOX_PORT: String(sandbox),
    SANDBOX_URL: `http://127.0.0.1:${sandbox}`,
    SANDBOX_CALLBACK_SECRET: randomBytes(24).toString("hex"),
    SANDBOX_DATA_DIR: folder,
    INVOICE_KEY: randomBytes(32).toString("hex"),
    SMTP_PORT: String(smtp),
    MAIL_PORT: String(mails),
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    ...Object.fromEntries(
      publishingServices.map((service) => [`${service.toUpperCase()}_DATABASE_URL`, urls[service]]),
    ),
  };
}

function urlsOf(made: readonly TestDatabase[]): Readonly<Record<PublishingService, string>> {
  const [identityUrl = "", transactionsUrl = "", paymentsUrl = "", payoutsUrl = ""] = made.map(
    ({ url }) => url,
  );
  return {
    identity: identityUrl,
    transactions: transactionsUrl,
    payments: paymentsUrl,
    payouts: payoutsUrl,
  };
}
