// Guards are no views: an append that would break them is refused as a whole, however many run at once.

export const guardTables: readonly string[] = [
  `create table open_transactions (
    account_id uuid primary key,
    open_count int not null constraint open_transactions_not_negative check (open_count >= 0)
  )`,
  `create table allowances (
    account_id uuid not null,
    month text not null,
    reserved_xof bigint not null,
    used_xof bigint not null,
    primary key (account_id, month),
    constraint allowances_not_negative check (reserved_xof >= 0 and used_xof >= 0)
  )`,
  `create table receiver_uses (
    payment_hash text constraint receiver_uses_pkey primary key,
    transaction_id uuid not null constraint receiver_uses_transaction_key unique
  )`,
  // Both functions lock the person's count first and the month second, so that they never wait for each other.
  `create function reserve_allowance(
    of_account uuid, of_month text, amount_xof bigint, limit_xof bigint, open_max int
  ) returns void language plpgsql volatile as $$
    declare
      opened int;
      ordered_xof bigint;
    begin
      insert into open_transactions as held (account_id, open_count) values (of_account, 1)
        on conflict (account_id) do update set open_count = held.open_count + 1
        returning open_count into opened;
      if opened > open_max then
        raise exception 'too many open transactions'
          using errcode = '23514', constraint = 'open_transactions_max';
      end if;
      insert into allowances as held (account_id, month, reserved_xof, used_xof)
        values (of_account, of_month, amount_xof, 0)
        on conflict (account_id, month) do update set reserved_xof = held.reserved_xof + amount_xof
        returning reserved_xof + used_xof into ordered_xof;
      if ordered_xof > limit_xof then
        raise exception 'monthly limit exceeded'
          using errcode = '23514', constraint = 'allowances_limit';
      end if;
    end $$`,
  `create function end_reservation(
    of_account uuid, of_month text, amount_xof bigint, spent_xof bigint
  ) returns void language plpgsql volatile as $$
    begin
      update open_transactions set open_count = open_count - 1 where account_id = of_account;
      if not found then
        raise exception 'no open transaction'
          using errcode = '23514', constraint = 'open_transactions_known';
      end if;
      update allowances set reserved_xof = reserved_xof - amount_xof, used_xof = used_xof + spent_xof
        where account_id = of_account and month = of_month;
      if not found then
        raise exception 'no reservation'
          using errcode = '23514', constraint = 'allowances_known';
      end if;
    end $$`,
];
