// An order reserves in its own commit, and the reservation ends with the events that say what became of the payout. Each
// function has its effect once, however often it is called.

export const reservationFunctions: readonly string[] = [
  `create function float_of(of_rail text, of_channel text) returns setof floats language sql stable as $$
    select * from floats where rail = of_rail
      and (channels is null or of_channel is null or of_channel = any (channels))
    order by channels is null, float_id limit 1
  $$`,
  // Where no float of the rail was ever reported, payouts is of a release that reports none.
  `create function reserve_payout(
    of_transaction uuid, of_rail text, of_channel text, need bigint, stale_seconds float8
  ) returns void language plpgsql volatile as $$
    declare
      chosen floats;
    begin
      select * into chosen from float_of(of_rail, of_channel);
      if not found then
        if not exists (select from floats where rail = of_rail) then return; end if;
        raise exception 'no float pays this channel' using errcode = '23514', constraint = 'floats_known';
      end if;
      if chosen.observed_at < clock_timestamp() - make_interval(secs => stale_seconds) then
        raise exception 'the float was reported too long ago'
          using errcode = '23514', constraint = 'floats_fresh';
      end if;
      if chosen.breaker <> 'closed' then
        update floats set probes_left = probes_left - 1
          where float_id = chosen.float_id and breaker = 'half-open' and probes_left > 0;
        if not found then
          raise exception 'payouts of the float fail' using errcode = '23514', constraint = 'floats_open';
        end if;
      end if;
      if not take_from_float(chosen.float_id, need) then
        raise exception 'the float is promised' using errcode = '23514', constraint = 'floats_available';
      end if;
      insert into payout_reservations (transaction_id, leg, float_id, amount)
        values (of_transaction, 'payout', chosen.float_id, need);
    end $$`,
  // What we owe already is promised whether it is there or not; it makes new promises fewer.
  `create function reserve_refund(of_transaction uuid, of_leg text, of_rail text, need bigint)
    returns void language plpgsql volatile as $$
    declare
      chosen floats;
    begin
      select * into chosen from float_of(of_rail, null);
      if not found then return; end if;
      insert into payout_reservations (transaction_id, leg, float_id, amount)
        values (of_transaction, of_leg, chosen.float_id, need)
        on conflict (transaction_id, leg) do nothing;
      if found then perform change_float(chosen.float_id, -need, 0, 0); end if;
    end $$`,
  // Nothing went out, and nothing will: the promise ends.
  `create function release_payout(of_transaction uuid, of_leg text, has_failed int)
    returns void language plpgsql volatile as $$
    declare
      ended payout_reservations;
    begin
      delete from payout_reservations where transaction_id = of_transaction and leg = of_leg
        returning * into ended;
      if found then perform change_float(ended.float_id, ended.amount, 0, has_failed); end if;
    end $$`,
  // It went out before the moment: as long as no later report is known, it still counts.
  `create function settle_payout(of_transaction uuid, of_leg text, at timestamptz)
    returns void language plpgsql volatile as $$
    declare
      ended payout_reservations;
      is_reported boolean;
    begin
      delete from payout_reservations where transaction_id = of_transaction and leg = of_leg
        returning * into ended;
      if not found then return; end if;
      select observed_at > at into is_reported from floats where float_id = ended.float_id;
      if not is_reported then
        insert into unreported_payouts (float_id, settled_at, transaction_id, leg, amount)
          values (ended.float_id, at, of_transaction, of_leg, ended.amount);
      end if;
      perform change_float(
        ended.float_id, case when is_reported then ended.amount else 0 end, 1, 0);
    end $$`,
  // Whoever was promised first comes first, where less is there than was promised.
  `create function reservation_state(of_transaction uuid) returns text language plpgsql stable as $$
    declare
      own payout_reservations;
      ahead numeric;
      payable numeric;
    begin
      select * into own from payout_reservations
        where transaction_id = of_transaction and leg = 'payout';
      if not found then return 'none'; end if;
      select floats.held_back + sum(free) into payable
        from floats join float_shares using (float_id)
        where float_id = own.float_id group by floats.held_back;
      if payable >= 0 then return 'stands'; end if;
      select available - coalesce((select sum(amount) from unreported_payouts as paid
          where paid.float_id = own.float_id), 0) into payable
        from floats where float_id = own.float_id;
      select sum(amount) into ahead from payout_reservations
        where float_id = own.float_id
        and (reserved_at, transaction_id, leg) <= (own.reserved_at, own.transaction_id, own.leg);
      return case when ahead <= payable then 'stands' else 'short' end;
    end $$`,
];
