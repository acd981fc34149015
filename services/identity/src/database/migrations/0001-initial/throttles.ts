// Counts of what strangers did, shared by every gateway. Unlogged: a count lives for an hour at most and is written
// for every login, so it costs no log and no sync; after a crash of the server everybody starts at zero again.

export const throttleTables: readonly string[] = [
  `create unlogged table throttles (
    key bytea primary key,
    spent int not null,
    ends_at timestamptz not null
  ) with (fillfactor = 70)`,
  "create index throttles_ends_at on throttles (ends_at)",
  // Takes one turn of each count, in the order given, and stops at the first that is used up: a refused request
  // must not spend what belongs to others. The order is the same for everybody, so that no two wait in a circle.
  `create function take_turns(
    of_keys bytea[], of_quotas int[], of_window_ms bigint[], at timestamptz
  ) returns table (spent int, ends_at timestamptz) language plpgsql volatile as $$
    #variable_conflict use_column
    begin
      for place in 1 .. array_length(of_keys, 1) loop
        insert into throttles as held (key, spent, ends_at)
          values (of_keys[place], 1, at + of_window_ms[place] * interval '1 millisecond')
          on conflict (key) do update set
            spent = case when held.ends_at <= at then 1 else held.spent + 1 end,
            ends_at = case when held.ends_at <= at then excluded.ends_at else held.ends_at end
          returning held.spent, held.ends_at into take_turns.spent, take_turns.ends_at;
        return next;
        exit when take_turns.spent > of_quotas[place];
      end loop;
    end $$`,
];
