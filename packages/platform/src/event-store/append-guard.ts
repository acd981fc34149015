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

/** The same without a query of its own: `perform` runs one for each append, an assignment is computed. */
export const appendGuardAlone: Migration = {
  kind: "expand",
  statements: [
    `create or replace function refuse_late_append() returns trigger language plpgsql as $body$
    declare
      marked text;
    begin
      if pg_current_xact_id_if_assigned() is null then
        marked := set_config('sanu.appending', pg_current_xact_id()::text, true);
      elsif current_setting('sanu.appending', true) is distinct from pg_current_xact_id()::text then
        raise exception 'events are the first write of a transaction' using errcode = '25000';
      end if;
      return null;
    end $body$`,
  ],
};
