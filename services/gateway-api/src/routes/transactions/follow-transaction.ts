import type { ProgressView } from "@sanu/contracts";
import { z } from "zod";
import { TransactionIdField } from "../../fields/fields.ts";
import { TransactionProgress } from "../../openapi/named-schemas.ts";
import { followProgress } from "../../plugins/follow-progress.ts";
import { defineRoute } from "../define-route.ts";

export const followTransaction = defineRoute({
  operationId: "followTransaction",
  method: "GET",
  url: "/transactions/:id/events",
  access: "customers",
  isEventStream: true,
  tag: "transactions",
  summary: "The progress of one transaction as it happens, as server-sent events",
  input: { params: z.object({ id: TransactionIdField }) },
  success: {
    description:
      "Events named `progress`, whose data is as the schema says: the present state, then each change. " +
      "The stream ends behind COMPLETED or FAILED, and now and then before: come back after `retry`. " +
      "204 for a `Last-Event-ID` that is the last state",
    contentType: "text/event-stream",
    schema: TransactionProgress,
  },
  problems: [],
  async handler({ deps, request, reply, principal, params: { id: transactionId } }) {
    await followProgress(deps, request, reply, {
      owner: { kind: "user", principal },
      of: { kind: "owner", accountId: principal.accountId, transactionId },
      viewOf: progressOf,
    });
    return undefined;
  },
});

function progressOf(progress: ProgressView): z.input<typeof TransactionProgress> {
  return {
    id: progress.transactionId,
    status: progress.status,
    progress: {
      payment_status: progress.paymentStatus,
      payout_status: progress.payoutStatus,
    },
    payment_url: progress.paymentUrl,
    payout_reference: progress.payoutReference,
    completed_at: progress.completedAt,
  };
}
