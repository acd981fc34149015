// The rate is the same on every replica: one row, written by whoever holds the lease and by administrators. Its ages
// are by the database's clock. The history has one row for as long as a rate stood.

export const rateTables: readonly string[] = [
  `create table rate_board (
    is_only boolean primary key default true check (is_only),
    mid_xof_per_btc bigint check (mid_xof_per_btc > 0),
    mid_as_of timestamptz,
    spread_buy int check (spread_buy between 0 and 9999),
    spread_sell int check (spread_sell between 0 and 9999),
    manual_xof_per_btc bigint check (manual_xof_per_btc > 0),
    manual_since timestamptz,
    manual_until timestamptz,
    is_frozen boolean not null default false
  )`,
  "insert into rate_board default values",
  `create table rate_history (
    rate_id uuid primary key,
    kind text not null check (kind in ('market', 'manual')),
    mid_xof_per_btc bigint not null,
    spread_buy int not null,
    spread_sell int not null,
    from_at timestamptz not null,
    until_at timestamptz not null
  )`,
  "create index rate_history_newest on rate_history (from_at desc, rate_id desc)",
  "create index rate_history_ended on rate_history (until_at)",
  `create table rate_admin_actions (
    action_id uuid constraint rate_admin_actions_pkey primary key,
    acted_by uuid not null,
    what jsonb not null,
    reason text not null,
    acted_at timestamptz not null default clock_timestamp()
  )`,
  // What lies in the future was written before the clock was set back; it must not keep the present out.
  `create function record_mid(lease_name text, of_holder uuid, mid bigint, age_seconds float8)
    returns void language plpgsql volatile as $$
    declare
      as_of timestamptz := clock_timestamp() - make_interval(secs => age_seconds);
    begin
      perform 1 from leases
        where name = lease_name and holder = of_holder and expires_at > clock_timestamp();
      if not found then return; end if;
      update rate_board set mid_xof_per_btc = mid, mid_as_of = as_of
        where mid_as_of is null or mid_as_of < as_of or mid_as_of > clock_timestamp();
    end $$`,
  `create function insert_rate(of_id uuid, preset_buy int, preset_sell int, stale_seconds float8)
    returns void language plpgsql volatile as $$
    declare
      board rate_board%rowtype;
      present timestamptz := clock_timestamp();
      stale interval := make_interval(secs => stale_seconds);
      is_manual boolean;
    begin
      select * into board from rate_board for update;
      is_manual := board.manual_xof_per_btc is not null and board.manual_until > present;
      if board.is_frozen or (not is_manual and coalesce(board.mid_as_of < present - stale, true)) then
        return;
      end if;
      update rate_history set until_at = present
        where rate_id = (select rate_id from rate_history order by from_at desc, rate_id desc limit 1)
        and until_at >= present - stale
        and kind = case when is_manual then 'manual' else 'market' end
        and mid_xof_per_btc = case when is_manual then board.manual_xof_per_btc else board.mid_xof_per_btc end
        and spread_buy = coalesce(board.spread_buy, preset_buy)
        and spread_sell = coalesce(board.spread_sell, preset_sell);
      if found then return; end if;
      insert into rate_history (rate_id, kind, mid_xof_per_btc, spread_buy, spread_sell, from_at, until_at)
        values (of_id, case when is_manual then 'manual' else 'market' end,
          case when is_manual then board.manual_xof_per_btc else board.mid_xof_per_btc end,
          coalesce(board.spread_buy, preset_buy), coalesce(board.spread_sell, preset_sell),
          present, present);
    end $$`,
];
