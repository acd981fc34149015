import type { TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { requestsOf } from "./request.ts";
import { type PublishingService, publishingServices } from "./services.ts";
import { staffLook } from "./staff-use.ts";
import { idOf } from "./texts.ts";

export const auditTrailLimits = {
  /** Streams that one question may name: a payment or a payout, and the newest refunds of a transaction. */
  streamsMax: 64,
  /** The newest events of one answer, and the oldest attempts; each in the order of time. */
  entriesMax: 500,
  /** Transactions found by one reference: providers are not forbidden to use one twice. */
  transactionsMax: 50,
  /** Cases of one transaction, callbacks of one answer, mails and acts about its account. */
  casesMax: 64,
  /** Words of who proposed in one case, the newest: so many fit into one answer beside its events. */
  evidenceMax: 50,
  callbacksMax: 200,
  /** Of the attempts of one answer, each with up to forty steps: they stand beside five hundred events in one message. */
  attemptsBytesMax: 327_680,
  accountEntriesMax: 100,
} as const;

/** One event of a service's log, without what names a destination. */
export const AuditEntry = z.object({
  service: z.enum(publishingServices),
  stream_id: z.uuid(),
  version: z.int(),
  type: z.string(),
  at: z.string(),
  correlation_id: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** What was done about an attempt at a moment, and how it stood then. */
export const AuditedStep = z.object({
  at: z.string(),
  did: z.enum(["called", "not-called", "answered", "review", "concluded"]),
  call: z.int().describe("Which call of the attempt; 0 before the first"),
  state: z.string(),
  code: z.string().nullable().describe("Why it stands so, where the provider or we said"),
});
export type AuditedStep = z.infer<typeof AuditedStep>;

/** A callback that had its effect. */
export const AuditedCallback = z.object({
  service: z.enum(publishingServices),
  provider: z.string().describe("`hint` for all that nobody signed"),
  subject_id: z.uuid(),
  received_at: z.string(),
});
export type AuditedCallback = z.infer<typeof AuditedCallback>;

/** One attempt to move money outside, as its service knows it. */
export const AuditedAttempt = z.object({
  service: z.enum(publishingServices),
  id: z.uuid(),
  subject_id: z.uuid().describe("The payment, the payout or the refund that it is for"),
  number: z.int(),
  kind: z.string(),
  provider: z.string(),
  state: z.string().describe("open, unknown, accepted, rejected or settled"),
  provider_reference: z.string().nullable(),
  natural_key: z
    .string()
    .nullable()
    .describe("By what a node knows a send: its payment hash or transaction id; null elsewhere"),
  calls: z.int(),
  asks: z.int(),
  created_at: z.string(),
  steps: z
    .array(AuditedStep)
    .describe("The first and the last ones; what a check repeats is not said again"),
});
export type AuditedAttempt = z.infer<typeof AuditedAttempt>;

/** What a service that moves money tells the staff about it. */
export function auditTrailRequestsOf<const Service extends PublishingService>(service: Service) {
  const request = requestsOf(service);
  return {
    findByProviderReference: request("find-by-provider-reference", {
      staff: staffLook,
      request: z.object({ providerReference: z.string() }),
      reply: z.object({ transactionIds: z.array(idOf<TransactionId>()) }),
    }),
    getAuditTrail: request("get-audit-trail", {
      staff: staffLook,
      request: z.object({ streamIds: z.array(idOf<string>()).max(auditTrailLimits.streamsMax) }),
      reply: z.object({
        entries: z.array(AuditEntry),
        attempts: z.array(AuditedAttempt),
        callbacks: z.array(AuditedCallback),
      }),
    }),
  };
}
