// What our accounts can pay out, as payouts reported it, and what is promised of it. At every commit, of each float:
//
//   the sum of free in its shares = available - held_back - its payout_reservations - its unreported_payouts
//
// What is free lies in shares, so that orders lock one each and do not wait for each other's commits. Either none of them is
// below zero or none above it: so what one share has is there. An order never waits for a share while it holds one; whoever
// needs all of them locks them in order.

export const sharesOfFloat = 32;

export const floatTables: readonly string[] = [
  `create table floats (
    float_id text primary key,
    rail text not null check (rail in ('disbursement', 'lightning', 'onchain')),
    account text not null,
    channels text[],
    currency text not null check (currency in ('XOF', 'SATS')),
    available bigint not null,
    held_back bigint not null,
    observed_at timestamptz not null,
    breaker text not null default 'closed' check (breaker in ('closed', 'open', 'half-open')),
    breaker_since timestamptz not null default clock_timestamp(),
    breaker_pause_ms bigint not null default 0,
    breaker_changes int not null default 0,
    probes_left int not null default 0,
    settled_before bigint not null default 0,
    failed_before bigint not null default 0
  )`,
  `create table float_shares (
    float_id text not null,
    share int not null,
    free bigint not null default 0,
    settled bigint not null default 0,
    failed bigint not null default 0,
    primary key (float_id, share)
  ) with (fillfactor = 30)`,
  // Promised and, as far as is known here, not paid out.
  `create table payout_reservations (
    transaction_id uuid not null,
    leg text not null,
    float_id text not null,
    amount bigint not null check (amount > 0),
    reserved_at timestamptz not null default clock_timestamp(),
    primary key (transaction_id, leg)
  )`,
  // Paid out, and still in what was reported last: it goes with the first report that was observed later.
  `create table unreported_payouts (
    float_id text not null,
    settled_at timestamptz not null,
    transaction_id uuid not null,
    leg text not null,
    amount bigint not null,
    primary key (float_id, settled_at, transaction_id, leg)
  )`,
];

export const floatFunctions: readonly string[] = [
  // Takes from one share that nobody else has now; from all that can be had where no single one has enough.
  `create function take_from_float(of_float text, need bigint) returns boolean
    language plpgsql volatile as $$
    declare
      picked int[];
      total numeric;
    begin
      update float_shares set free = free - need where float_id = of_float and share = (
        select share from float_shares where float_id = of_float and free >= need
        limit 1 for update skip locked);
      if found then return true; end if;
      if (select sum(free) from float_shares where float_id = of_float) < need then return false; end if;
      select array_agg(share order by share), sum(free) into picked, total from (
        select share, free from float_shares where float_id = of_float for update skip locked) as had;
      if picked is null or total < need then
        if cardinality(picked) = ${sharesOfFloat} then return false; end if;
        raise exception 'others hold the rest of the float' using errcode = '40001';
      end if;
      perform spread_over_shares(of_float, picked, (total - need)::bigint);
      return true;
    end $$`,
  // Evenly to the last unit, so that either none of them is below zero or none above it.
  `create function spread_over_shares(of_float text, picked int[], total bigint) returns void
    language sql volatile as $$
      update float_shares set free = even.each
          + case when array_position(picked, share) <= total - even.each * cardinality(picked) then 1 else 0 end
        from (select floor(total::numeric / cardinality(picked))::bigint as each) as even
        where float_id = of_float and share = any (picked)
    $$`,
  // Gives back, or takes what has to be promised whether it is there or not; counts an outcome. One share is enough as long
  // as it is above zero before and not below it behind.
  `create function change_float(of_float text, more bigint, has_settled int, has_failed int) returns void
    language plpgsql volatile as $$
    declare
      picked int[];
      total bigint;
    begin
      update float_shares
        set free = free + more, settled = settled + has_settled, failed = failed + has_failed
        where float_id = of_float and share = (
          select share from float_shares
          where float_id = of_float and (more = 0 or (free > 0 and free >= -more))
          order by random() limit 1 for update skip locked);
      if found then return; end if;
      perform from float_shares where float_id = of_float order by share for update;
      select array_agg(share order by share), sum(free) into picked, total
        from float_shares where float_id = of_float;
      perform spread_over_shares(of_float, picked, total + more);
      update float_shares set settled = settled + has_settled, failed = failed + has_failed
        where float_id = of_float and share = 0;
    end $$`,
  // A report that is older than what is known changes nothing. One that is newer no longer holds what was paid out before
  // it was observed.
  `create function report_float(
    of_float text, of_rail text, of_account text, of_channels text[], of_currency text,
    now_available bigint, to_hold_back bigint, at timestamptz
  ) returns void language plpgsql volatile as $$
    declare
      known floats;
      reported bigint;
      picked int[];
      total bigint;
    begin
      insert into floats (float_id, rail, account, channels, currency, available, held_back, observed_at)
        values (of_float, of_rail, of_account, of_channels, of_currency, 0, 0, 'epoch')
        on conflict (float_id) do nothing;
      if found then
        insert into float_shares (float_id, share)
          select of_float, share from generate_series(0, ${sharesOfFloat - 1}) as share;
      end if;
      select * into known from floats where float_id = of_float for update;
      if known.observed_at >= at then return; end if;
      perform from float_shares where float_id = of_float order by share for update;
      with gone as (
        delete from unreported_payouts where float_id = of_float and settled_at < at returning amount
      ) select coalesce(sum(amount), 0) into reported from gone;
      select array_agg(share order by share), sum(free) into picked, total
        from float_shares where float_id = of_float;
      perform spread_over_shares(of_float, picked, total + reported
        + (now_available - known.available) - (to_hold_back - known.held_back));
      update floats set account = of_account, channels = of_channels, available = now_available,
          held_back = to_hold_back, observed_at = at
        where float_id = of_float;
    end $$`,
];
