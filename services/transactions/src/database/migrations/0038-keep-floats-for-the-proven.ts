// Whoever orders pays nothing until she pays, so some hundred new accounts held a whole float for as long as their orders could be
// paid, again and again, and nobody else could order. What somebody has open beyond all that she ever completed leaves a quarter of
// each float alone; she is looked at only where a float has no more than that. Her account is read from the list, whose row is written
// before; her months know this order already.
import type { Migration } from "@sanu/platform";
import { sharesOfFloat } from "./0008-reserve-floats/floats.ts";

/** So many of its parts are kept: one. */
const partsOfFloat = 4;

export const keepFloatsForTheProven: Migration = {
  kind: "expand",
  statements: [
    // Sums are small: an account has one row for each month in which it ordered.
    `create function has_more_open_than_completed(of_transaction uuid) returns boolean
      language sql stable as $$
      select coalesce(sum(reserved_xof) > sum(used_xof), false) from allowances
        where account_id = (select account_id from transaction_list where transaction_id = of_transaction)
    $$`,
    // As before with nothing kept. No share goes below its part of what is kept, so all of them together do not either.
    `create function take_from_float(of_float text, need bigint, kept bigint) returns boolean
      language plpgsql volatile as $$
      declare
        picked int[];
        total numeric;
      begin
        update float_shares set free = free - need where float_id = of_float and share = (
          select share from float_shares
          where float_id = of_float and free >= need + (kept + ${sharesOfFloat - 1}) / ${sharesOfFloat}
          limit 1 for update skip locked);
        if found then return true; end if;
        if (select sum(free) from float_shares where float_id = of_float) < need + kept then
          return false;
        end if;
        select array_agg(share order by share), sum(free) into picked, total from (
          select share, free from float_shares where float_id = of_float for update skip locked) as had;
        if picked is null or total < need + kept then
          if cardinality(picked) = ${sharesOfFloat} then return false; end if;
          raise exception 'others hold the rest of the float' using errcode = '40001';
        end if;
        perform spread_over_shares(of_float, picked, (total - need)::bigint);
        return true;
      end $$`,
    `create or replace function reserve_payout(
      of_transaction uuid, of_rail text, of_channel text, need bigint, stale_seconds float8
    ) returns void language plpgsql volatile as $$
      declare
        chosen floats;
        obstacle text := 'floats_known';
        kept bigint;
        taken boolean;
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
          kept := greatest(chosen.available - chosen.held_back, 0) / ${partsOfFloat};
          taken := take_from_float(chosen.float_id, need, kept);
          if not taken and not has_more_open_than_completed(of_transaction) then
            taken := take_from_float(chosen.float_id, need, 0);
          end if;
          if taken then
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
