import type { Migration } from "../database/migration.ts";

/**
 * What the staff did and saw, each entry with the hash of the one before. The row of the head is locked by whoever appends,
 * so that the chain has no forks. What `verify` computes again is written beside the hash as it was hashed.
 */
export const auditLogMigration: Migration = {
  kind: "expand",
  statements: [
    `create table audit_log (
      position bigint primary key,
      recorded_at timestamptz not null,
      assertion_id uuid unique,
      entry text not null,
      hash bytea not null
    )`,
    `create table audit_head (
      only_row boolean primary key default true check (only_row),
      position bigint not null,
      hash bytea not null
    )`,
    "insert into audit_head (position, hash) values (0, sha256(''))",
    `create function append_audit_entry(new_entry text, new_assertion uuid)
    returns table (at_position bigint, at_hash bytea) language plpgsql as $body$
    declare
      head audit_head;
      at_moment timestamptz;
    begin
      select * into strict head from audit_head for update;
      if exists (select from audit_log where assertion_id = new_assertion) then
        return;
      end if;
      at_moment := clock_timestamp();
      at_position := head.position + 1;
      at_hash := sha256(head.hash || convert_to(concat_ws(E'\\n', at_position::text,
        to_char(at_moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        coalesce(new_assertion::text, ''), new_entry), 'UTF8'));
      insert into audit_log values (at_position, at_moment, new_assertion, new_entry, at_hash);
      update audit_head set position = at_position, hash = at_hash;
      return next;
    end $body$`,
    `create function refuse_audit_change() returns trigger language plpgsql as $body$
    begin
      raise exception 'the audit log only grows' using errcode = '25006';
    end $body$`,
    `create trigger audit_log_only_grows before update or delete on audit_log
      for each statement execute function refuse_audit_change()`,
  ],
};

/** What the first triggers let pass: a truncation, and a head that goes back or away. */
export const auditGuardMigration: Migration = {
  kind: "expand",
  statements: [
    `create trigger audit_log_stays before truncate on audit_log
      for each statement execute function refuse_audit_change()`,
    `create trigger audit_head_stays before truncate or delete on audit_head
      for each statement execute function refuse_audit_change()`,
    `create function refuse_other_head() returns trigger language plpgsql as $body$
    begin
      if new.position <> old.position + 1 then
        raise exception 'the audit log only grows' using errcode = '25006';
      end if;
      return new;
    end $body$`,
    `create trigger audit_head_only_grows before update on audit_head
      for each row execute function refuse_other_head()`,
  ],
};
