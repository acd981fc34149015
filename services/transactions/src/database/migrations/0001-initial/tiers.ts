// What a person may do in a month depends on her tier, and what a tier allows; identity owns both and tells them by
// facts. Who was in no other tier is in tier 0; a tier whose limit identity has not published yet takes no orders. The place of
// a fact in identity's log decides which of two is the newer one, in whatever order they come.

export const tierTables: readonly string[] = [
  `create table account_tiers (
    account_id uuid primary key,
    kyc_tier int not null check (kyc_tier between 0 and 3),
    fact_place numeric[] not null
  )`,
  `create table tier_limits (
    kyc_tier int primary key check (kyc_tier between 0 and 3),
    monthly_limit_xof bigint not null,
    fact_place numeric[] not null
  )`,
  `create function monthly_limit_of(of_account uuid) returns bigint language sql stable as $$
    select monthly_limit_xof from tier_limits where kyc_tier =
      coalesce((select kyc_tier from account_tiers where account_id = of_account), 0)
    $$`,
  // Read inside the order's own transaction, so that no order is judged by a limit of before, and behind
  // the lock that a closing takes too.
  `create function reserve_in_tier(
    of_account uuid, of_month text, amount_xof bigint, open_max int
  ) returns void language plpgsql volatile as $$
    declare
      limit_xof bigint := monthly_limit_of(of_account);
    begin
      if limit_xof is null then
        raise exception 'identity has not published what the tier allows'
          using errcode = '23514', constraint = 'tier_limits_known';
      end if;
      perform reserve_allowance(of_account, of_month, amount_xof, limit_xof, open_max);
      if exists (select from closed_accounts where account_id = of_account) then
        raise exception 'the account is closed'
          using errcode = '23514', constraint = 'closed_accounts_no_orders';
      end if;
    end $$`,
];
