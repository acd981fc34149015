import type { Migration } from "../database/migration.ts";

/**
 * Refuses events whose transaction wrote something else before them. The relay passes over open transactions that have
 * an id and do not hold `events`: one of them that appended later would commit below what is published, and be lost.
 */
export const appendGuard: Migration = {
  kind: "expand",
  statements: [
    `create function refuse_late_append() returns trigger language plpgsql as $body$
    begin
      if pg_current_xact_id_if_assigned() is null then
        perform set_config('sanu.appending', pg_current_xact_id()::text, true);
      elsif current_setting('sanu.appending', true) is distinct from pg_current_xact_id()::text then
        raise exception 'events are the first write of a transaction' using errcode = '25000';
      end if;
      return null;
    end $body$`,
    `create trigger events_come_first before insert on events
      for each statement execute function refuse_late_append()`,
  ],
};

const ownOf = (half: string) => `exists (select from events where public_type is ${half}
        and log_epoch = epoch and transaction_id = pg_current_xact_id())`;

/**
 * The same, asked only where the transaction has an id by now, which an append that comes first has not: it pays for nothing. Whoever
 * has appended may append again, for the first of its events came first; so may those that leave with it.
 */
export const appendGuardAlone: Migration = {
  kind: "expand",
  statements: [
    `create or replace function refuse_late_append() returns trigger language plpgsql as $body$
    declare
      epoch int := (select log_epoch from log_meta);
    begin
      if not ${ownOf("null")}
        and not ${ownOf("not null")} then
        raise exception 'events are the first write of a transaction' using errcode = '25000';
      end if;
      return null;
    end $body$`,
    `create or replace trigger events_come_first before insert on events
      for each statement when (pg_current_xact_id_if_assigned() is not null)
      execute function refuse_late_append()`,
  ],
};
