// Counts of what strangers did, shared by every gateway. Unlogged: a count lives for an hour at most and is written
// for every login, so it costs no log and no sync; after a crash of the server everybody starts at zero again.

export const throttleTables: readonly string[] = [
  `create unlogged table throttles (
    key bytea primary key,
    used int not null,
    ends_at timestamptz not null
  ) with (fillfactor = 70)`,
  "create index throttles_ends_at on throttles (ends_at)",
  // Counts at each key, in the order given, and stops at the first that is used up: a refused request must not
  // use up what belongs to others. The order is the same for everybody, so that no two wait in a circle.
  `create function consume_quotas(
    of_keys bytea[], of_quotas int[], of_window_ms bigint[], at timestamptz
  ) returns table (used int, ends_at timestamptz) language plpgsql volatile as $$
    #variable_conflict use_column
    begin
      for place in 1 .. array_length(of_keys, 1) loop
        insert into throttles as held (key, used, ends_at)
          values (of_keys[place], 1, at + of_window_ms[place] * interval '1 millisecond')
          on conflict (key) do update set
            used = case when held.ends_at <= at then 1 else held.used + 1 end,
            ends_at = case when held.ends_at <= at then excluded.ends_at else held.ends_at end
          returning held.used, held.ends_at into consume_quotas.used, consume_quotas.ends_at;
        return next;
        exit when consume_quotas.used > of_quotas[place];
      end loop;
    end $$`,
];
