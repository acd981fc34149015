import {
  AuditEntry,
  AuditedAttempt,
  GetMonitored,
  MonitoredTransactionDetailView,
  StoryEntry,
} from "@sanu/contracts";
import { z } from "zod";
import { TransactionIdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";
import { readStory } from "./read-story.ts";

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
      "`story`: what happened to it in every service in the order of their clocks, calls, callbacks, cases and acts of the " +
      "staff too, with what was decided by which rule; for administrators also what its account was sent meanwhile. " +
      "`timeline` has the events with all that they carry; `missing` names services that could not be asked",
    body: {
      data: z.object({
        transaction: MonitoredTransactionDetailView,
        story: z.array(StoryEntry),
        timeline: z.array(AuditEntry),
        attempts: z.array(AuditedAttempt),
        missing: z.array(z.string()),
      }),
    },
  },
  problems: GetMonitored.refusals,
  async handler({ client, principal, params: { id: transactionId } }) {
    const result = await client.request(GetMonitored, { transactionId });
    if (result.kind !== "replied") return result;
    const story = await readStory(client, result.data, principal.roles.includes("admin"));
    return { data: { transaction: result.data.transaction, ...story } };
  },
});
