import { idempotencyRetention, type RetentionRule, sealedRecordsRetention } from "@sanu/platform";
import { failureLimits } from "./guards/failed-payouts.ts";
import { promptLimits } from "./guards/number-prompts.ts";
import { personLimits } from "./guards/persons.ts";

const retentionLimits = { batchRowsMax: 1_000 } as const;

/** What transactions deletes by age; no money and no fact of an order is among it. */
export function retentionRules(config: {
  readonly rateHistoryKeptMs: number;
  readonly quoteKeptMs: number;
  readonly idempotencyKeptMs: number;
}): readonly RetentionRule[] {
  return [
    {
      table: "rate_history",
      key: "rate_id",
      since: "until_at",
      keptMs: config.rateHistoryKeptMs,
      ...retentionLimits,
    },
    {
      table: "number_prompts",
      key: "transaction_id",
      since: "prompted_at",
      keptMs: promptLimits.windowMs,
      ...retentionLimits,
    },
    {
      table: "failed_payouts",
      key: "subject_id",
      since: "failed_at",
      keptMs: failureLimits.windowMs,
      ...retentionLimits,
    },
    {
      table: "quotes",
      key: "quote_id",
      since: "expires_at",
      keptMs: config.quoteKeptMs,
      ...retentionLimits,
    },
    {
      table: "order_persons",
      key: "transaction_id",
      since: "ended_at",
      keptMs: personLimits.keptMs,
      ...retentionLimits,
    },
    {
      table: "person_months",
      key: "ctid",
      since: "changed_at",
      // What is open is given back there, however late: a month that is begun anew meanwhile would not have it.
      only: "reserved_xof = 0",
      keptMs: personLimits.keptMs,
      ...retentionLimits,
    },
    sealedRecordsRetention,
    idempotencyRetention(config.idempotencyKeptMs),
  ];
}
