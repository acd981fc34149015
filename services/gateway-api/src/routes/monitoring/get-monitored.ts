import {
  AuditEntry,
  AuditedAttempt,
  GetMonitored,
  MonitoredTransactionDetailView,
  paymentsAuditTrail,
  payoutsAuditTrail,
} from "@sanu/contracts";
import { z } from "zod";
import type { ScopedClient } from "../../clients/request-client.ts";
import { TransactionIdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

export const getMonitored = defineRoute({
  operationId: "getMonitored",
  method: "GET",
  url: "/monitoring/transactions/:id",
  access: "staff",
  tag: "monitoring",
  summary: "One transaction with everything that happened to it",
  input: { params: z.object({ id: TransactionIdField }) },
  success: {
    description:
      "The events of every service in the order of their clocks, and the attempts to move money; `missing` " +
      "names services that could not be asked",
    body: {
      data: z.object({
        transaction: MonitoredTransactionDetailView,
        timeline: z.array(AuditEntry),
        attempts: z.array(AuditedAttempt),
        missing: z.array(z.string()),
      }),
    },
  },
  problems: GetMonitored.refusals,
  async handler({ client, params: { id: transactionId } }) {
    const result = await client.request(GetMonitored, { transactionId });
    if (result.kind !== "replied") return result;
    const { transaction, entries, streamIds } = result.data;
    const { found, missing } = await readAuditTrails(client, streamIds);
    const timeline = [...entries, ...found.flatMap((trail) => trail.entries)];
    return {
      data: {
        transaction,
        timeline: timeline.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
        attempts: found.flatMap((trail) => trail.attempts),
        missing,
      },
    };
  },
});

/** What payments and payouts recorded, and which of them could not be reached. */
async function readAuditTrails(client: ScopedClient, streamIds: string[]) {
  const trails = { payments: paymentsAuditTrail, payouts: payoutsAuditTrail };
  const replies = await Promise.all(
    Object.entries(trails).map(async ([service, { getAuditTrail }]) => ({
      service,
      result: await client.request(getAuditTrail, { streamIds }),
    })),
  );
  return {
    found: replies.flatMap(({ result }) => (result.kind === "replied" ? [result.data] : [])),
    missing: replies.flatMap(({ service, result }) => (result.kind === "replied" ? [] : [service])),
  };
}
