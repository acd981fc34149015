import { serviceWatchRules, type WatchRule } from "@sanu/platform";

const watchLimits = {
  /** A mail with a code is of use for minutes. */
  mailMs: 300_000,
  /** A person who handed in her documents waits for somebody of the staff. */
  kycReviewMs: 259_200_000,
  /** Transactions says within seconds whether anything of hers is open. */
  erasureMs: 900_000,
} as const;

/** What identity begins and must end. */
export const watchRules: readonly WatchRule[] = [
  ...serviceWatchRules,
  {
    what: "mail",
    table: "mails_to_send",
    since: "created_at",
    only: "sent_at is null and abandoned_at is null",
    by: "kind",
    allowedMs: watchLimits.mailMs,
  },
  {
    what: "farewell",
    table: "farewells",
    needs: "farewells",
    since: "created_at",
    only: "true",
    allowedMs: watchLimits.mailMs,
  },
  {
    what: "kyc-submission",
    table: "kyc_submissions",
    since: "submitted_at",
    only: "status = 'PENDING' and submitted_at is not null",
    allowedMs: watchLimits.kycReviewMs,
  },
  {
    what: "erasure",
    table: "events as asked",
    since: "recorded_at",
    only: `event_type = 'ErasureRequested' and not exists (select from events as later
      where later.stream_id = asked.stream_id and later.version > asked.version
        and later.event_type in ('ErasureRefused', 'AccountErased'))`,
    allowedMs: watchLimits.erasureMs,
  },
];
