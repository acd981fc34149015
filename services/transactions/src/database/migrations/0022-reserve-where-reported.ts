// A provider that was taken out reports no more, and its floats stay: an order is promised by one that is reported, whose payouts
// arrive and that has enough, and is refused only where there is none.
import type { Migration } from "@sanu/platform";

export const reserveWhereReported: Migration = {
  kind: "expand",
  statements: [
    `create function floats_for(of_rail text, of_channel text) returns setof floats language sql stable as $$
      select * from floats where rail = of_rail
        and (channels is null or of_channel is null or of_channel = any (channels))
      order by observed_at < (select max(observed_at) - interval '10 minutes' from floats where rail = of_rail),
        channels is null, float_id
    $$`,
    `create or replace function float_of(of_rail text, of_channel text) returns setof floats
      language sql stable as $$ select * from floats_for(of_rail, of_channel) limit 1 $$`,
    `create or replace function reserve_payout(
      of_transaction uuid, of_rail text, of_channel text, need bigint, stale_seconds float8
    ) returns void language plpgsql volatile as $$
      declare
        chosen floats;
        obstacle text := 'floats_known';
      begin
        if not exists (select from floats where rail = of_rail) then return; end if;
        for chosen in select * from floats_for(of_rail, of_channel) loop
          if chosen.observed_at < clock_timestamp() - make_interval(secs => stale_seconds) then
            if obstacle = 'floats_known' then obstacle := 'floats_fresh'; end if;
            continue;
          end if;
          if chosen.breaker <> 'closed' then
            update floats set probes_left = probes_left - 1
              where float_id = chosen.float_id and breaker = 'half-open' and probes_left > 0;
            if not found then
              if obstacle <> 'floats_available' then obstacle := 'floats_open'; end if;
              continue;
            end if;
          end if;
          if take_from_float(chosen.float_id, need) then
            insert into payout_reservations (transaction_id, leg, float_id, amount)
              values (of_transaction, 'payout', chosen.float_id, need);
            return;
          end if;
          if chosen.breaker <> 'closed' then
            update floats set probes_left = probes_left + 1
              where float_id = chosen.float_id and breaker = 'half-open';
          end if;
          obstacle := 'floats_available';
        end loop;
        raise exception 'no float promises this payout' using errcode = '23514', constraint = obstacle;
      end $$`,
  ],
};
