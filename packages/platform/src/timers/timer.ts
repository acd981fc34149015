import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";

export interface Timer {
  readonly timerId: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly dueAt: Instant;
}

/** Sets a timer in the transaction that makes it needed. The same id again changes nothing. */
export function scheduleTimer(timer: Timer): Statement {
  return CompiledQuery.raw(
    `insert into timers (timer_id, kind, subject_id, due_at) values ($1, $2, $3, $4)
     on conflict (timer_id) do nothing`,
    [timer.timerId, timer.kind, timer.subjectId, timer.dueAt],
  );
}

/** Ends a timer, in the transaction of what it led to or of what made it needless. */
export function endTimer(timerId: string): Statement {
  return CompiledQuery.raw("delete from timers where timer_id = $1", [timerId]);
}
