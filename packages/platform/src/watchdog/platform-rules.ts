import type { WatchRule } from "./watch-rule.ts";

/** Milliseconds. */
export const watchLimits = {
  /** A timer fires within seconds of its moment; a replica that died with it holds it for fifteen. */
  timerLateMs: 60_000,
  parkedMs: 900_000,
  /** Whoever is asked to look at an attempt has so long. */
  attemptReviewMs: 3_600_000,
  /** Whoever serves its provider claims what is due within seconds, or has no place for it. */
  attemptUnclaimedMs: 900_000,
} as const;

/** What every service with a database has. */
export const serviceWatchRules: readonly WatchRule[] = [
  {
    what: "timer",
    table: "timers",
    since: "due_at",
    only: "due_at < now()",
    by: "kind",
    allowedMs: watchLimits.timerLateMs,
  },
  {
    what: "parked-fact",
    table: "parked_facts",
    since: "parked_at",
    only: "true",
    by: "group_name",
    allowedMs: watchLimits.parkedMs,
  },
];

/**
 * What a service has that moves money. Attempts are told apart by kind, which names the rail, and by state: `send unknown`.
 * Whatever is not final a while after a person was asked to look is overdue; what a payer was asked for waits for him.
 */
export function moneyWatchRules(terms: {
  readonly reviewAfterMs: number;
  /** Kinds of attempts that are accepted for as long as their payer takes. */
  readonly asksPayers?: readonly string[];
  /** Transactions that a node has may wait so long for their blocks. */
  readonly unconfirmedMs?: number;
}): readonly WatchRule[] {
  const asked = (terms.asksPayers ?? []).map((kind) => `'${kind}'`).join(", ");
  const isOurs = asked === "" ? "" : ` and not (state = 'accepted' and kind in (${asked}))`;
  const waits = waitsForBlocks(terms.unconfirmedMs);
  return [
    ...serviceWatchRules,
    {
      what: "attempt",
      table: "attempts",
      since: "created_at",
      // A live attempt is always due at some time; the index of what is due holds it, or a smaller one of the service's own.
      only: `next_at is not null and state in ('open', 'unknown', 'accepted')${isOurs}${waits}`,
      by: "kind || ' ' || state",
      allowedMs: terms.reviewAfterMs + watchLimits.attemptReviewMs,
    },
    {
      what: "unclaimed-attempt",
      table: "attempts",
      since: "next_at",
      only: "next_at < now() and (lease_until is null or lease_until < now())",
      by: "kind || ' ' || provider",
      allowedMs: watchLimits.attemptUnclaimedMs,
    },
  ];
}

function waitsForBlocks(unconfirmedMs: number | undefined): string {
  if (unconfirmedMs === undefined) return "";
  const isYoung = `created_at > now() - interval '${unconfirmedMs} milliseconds'`;
  return ` and not (state = 'accepted' and natural_key like 'chain:%' and ${isYoung})`;
}
