import { idempotencyRetention, type RetentionRule, sealedRecordsRetention } from "@sanu/platform";
import { secondFactorLimits } from "./second-factors/second-factor-limits.ts";

export const retentionLimits = {
  batchRowsMax: 1_000,
  /** Codes, for the count of the hour and for questions of the next day. */
  otpsMs: 86_400_000,
  /** Requests that nobody could answer with a code: one that comes an hour later helps nobody. */
  codeRequestsMs: 3_600_000,
  mailsMs: 86_400_000,
  /** How long a key answers a repeated request with the first response. */
  idempotencyKeysMs: 2_592_000_000,
  /** A session, behind its end: longer than its last token lives. */
  sessionsMs: 7_200_000,
  /** Longer than the gateway lets a client send. */
  unfinishedUploadsMs: 900_000,
  /** A registration whose address nobody proved, with everything about its person. */
  pendingRegistrationsMs: 604_800_000,
} as const;

const { batchRowsMax } = retentionLimits;

export const retentionRules: readonly RetentionRule[] = [
  {
    table: "otps",
    key: "otp_id",
    since: "created_at",
    keptMs: retentionLimits.otpsMs,
    batchRowsMax,
  },
  {
    table: "mails_to_send",
    key: "mail_id",
    since: "coalesce(sent_at, abandoned_at)",
    keptMs: retentionLimits.mailsMs,
    batchRowsMax,
  },
  {
    table: "code_requests",
    key: "request_id",
    since: "created_at",
    keptMs: retentionLimits.codeRequestsMs,
    batchRowsMax,
  },
  // Whoever could not be reached for a day is not told.
  {
    table: "farewells",
    key: "mail_id",
    since: "created_at",
    keptMs: retentionLimits.mailsMs,
    batchRowsMax,
  },
  {
    table: "order_mails",
    key: "mail_id",
    since: "created_at",
    keptMs: retentionLimits.mailsMs,
    batchRowsMax,
  },
  sealedRecordsRetention,
  idempotencyRetention(retentionLimits.idempotencyKeysMs),
  // Their tokens go with them.
  {
    table: "sessions",
    key: "session_id",
    since: "ends_at",
    keptMs: retentionLimits.sessionsMs,
    batchRowsMax,
  },
  { table: "revocations", key: "sequence", since: "valid_until", keptMs: 0, batchRowsMax },
  { table: "throttles", key: "key", since: "ends_at", keptMs: 0, batchRowsMax },
  // Documents that were never handed in; their pieces go with them.
  {
    table: "kyc_submissions",
    key: "submission_id",
    since: "begun_at",
    only: "status = 'UPLOADING'",
    keptMs: retentionLimits.unfinishedUploadsMs,
    batchRowsMax,
  },
  {
    table: "second_factors",
    key: "factor_id",
    since: "created_at",
    only: "confirmed_at is null",
    keptMs: secondFactorLimits.begunMs,
    batchRowsMax,
  },
  // The account's own row stays, as the log does.
  {
    table: "account_contacts",
    key: "account_id",
    since: "created_at",
    only: "verified_at is null",
    keptMs: retentionLimits.pendingRegistrationsMs,
    batchRowsMax,
  },
];
