import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The tests that take longest, in the order of their time: one that begins last would keep one core waiting. */
export const longest: readonly string[] = [
  "faults/kills",
  "faults/postgres-restarts",
  "faults/stops",
  "faults/silent-rails",
  "faults/partial-outages",
  "faults/replicas",
  "faults/network-faults",
  "faults/poison-facts",
  "faults/nats-restarts",
  "faults/changed-words",
  "faults/restored-log",
  "faults/revocations",
  "e2e/magic-outcomes",
  "e2e/everything-twice",
  "release/release",
  "faults/checker",
  "e2e/restored-database",
  "faults/callbacks",
  "faults/wiped-streams",
  "e2e/sale",
  "faults/shifted-clocks",
  "conformance/conformance",
  "relay/relay-crash",
  "cli/src/projections",
  "payments/src/attempts",
  "conformance/provider-connectors",
  "rates/market-rates",
  "rebuild/rebuild",
  "projections/rebuild",
  "postgres/start-postgres",
  "orders/order-rules",
  "accounts/account-care",
  "guards/tiers",
  "orders/idempotency",
  "otp/one-time-password",
  "postgres/postgres-binaries",
  "otp/code-requests",
  "personal-data/erasure",
  "routes/authorisation",
  "payouts/src/disbursement",
  "database/migrate",
  "payouts/src/attempts",
  "messaging/broken-wire",
  "routes/progress-streams",
  "relay/relay",
  "reactions/parking",
  "routes/bad-input",
  "mail/mail-queue",
  "rates/quotes",
  "orders/link-wait",
];

/** A new clone knows nothing about the time of its tests, and their sizes tell little. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.includes(`/${name}.`));
      return found === -1 ? longest.length : found;
    };
    return Promise.resolve(files.toSorted((one, other) => place(one) - place(other)));
  }
}
