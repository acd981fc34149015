/** Deadlines of the business, written in the transaction that sets them; fired by any replica, once. */
export const timerTables: readonly string[] = [
  `create table timers (
    timer_id uuid primary key,
    kind text not null,
    subject_id uuid not null,
    due_at timestamptz not null,
    claimed_until timestamptz
  )`,
  "create index timers_due on timers (due_at)",
];
