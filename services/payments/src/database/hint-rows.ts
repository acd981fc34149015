import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** A callback that anybody could have sent, about an attempt of ours. */
export interface Hint {
  readonly attemptId: string;
  readonly subjectId: string;
}

export const HINT_TIMER = "hint";

/** One row for each attempt stands for all of its hints: `received_at` is when they last had their check. */
const claimText = `
  insert into callbacks (provider, event_id, payment_id, received_at)
  select 'hint', $1::text, $2::uuid, now() from attempts
  where attempt_id = $1::uuid and called_at is not null
  on conflict (provider, event_id) do update set received_at = now()
    where callbacks.received_at <= now() - make_interval(secs => $3)
  returning received_at`;

const checkText = `
update attempts set status_checks_requested = status_checks_requested + 1, next_at = now()
from claimed where attempt_id = $1::uuid returning 1`;

/** A timer with the attempt's own id: there is one at most. */
const laterText = `
  insert into timers (timer_id, kind, subject_id, due_at)
  select $1::uuid, '${HINT_TIMER}', $2::uuid, received_at + make_interval(secs => $3) from callbacks
  where provider = 'hint' and event_id = $1::text and not exists (select from claimed)
    and received_at > now() - make_interval(secs => $3)
  on conflict (timer_id) do nothing`;

const valuesOf = ({ attemptId, subjectId }: Hint, pauseMs: number) => [
  attemptId,
  subjectId,
  pauseMs / 1_000,
];

/** Whether the order is to be checked now; where a check was less than a pause ago, it is when the pause is over. */
export async function checkForHint(
  database: Database,
  hint: Hint,
  pauseMs: number,
): Promise<boolean> {
  const text = `with claimed as (${claimText}), later as (${laterText}) ${checkText}`;
  return (await database.query(CompiledQuery.raw(text, valuesOf(hint, pauseMs)))).length > 0;
}

/** Where another hint came first behind the pause, its check was enough. */
export function checkBehindPause(hint: Hint, pauseMs: number): Statement {
  const text = `with claimed as (${claimText}) ${checkText}`;
  return CompiledQuery.raw(text, valuesOf(hint, pauseMs));
}
