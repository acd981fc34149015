// Accounts that take no more orders, because their persons are erased. Closing and ordering lock the same row of
// open_transactions and then look at what the other one wrote, so one of the two always sees the other.

export const lockWallet =
  "perform pg_advisory_xact_lock(hashtextextended('wallet ' || of_account, 0))";

export const closedAccountTables: readonly string[] = [
  `create table closed_accounts (
    account_id uuid primary key,
    closed_at timestamptz not null
  )`,
  // Money that came in and is not back yet; until it is, the person is needed.
  `create table open_refunds (
    transaction_id uuid not null,
    receipt_id text not null,
    is_of_payout boolean not null,
    primary key (transaction_id, receipt_id)
  )`,
  // The one place that says what is open: whatever can still need the person.
  `create function open_business_of(of_account uuid)
    returns setof text language plpgsql stable as $$
    begin
      return query select 'transaction' from open_transactions
        where account_id = of_account and open_count > 0;
      return query select 'refund' from open_refunds join transaction_list using (transaction_id)
        where transaction_list.account_id = of_account limit 1;
      return query select 'review' from transaction_list join transaction_detail using (transaction_id)
        where transaction_list.account_id = of_account and is_in_review limit 1;
    end $$`,
  `create function close_account(of_account uuid, at timestamptz)
    returns void language plpgsql volatile as $$
    begin
      insert into open_transactions as held (account_id, open_count) values (of_account, 0)
        on conflict (account_id) do update set open_count = held.open_count;
      ${lockWallet};
      if exists (select from closed_accounts where account_id = of_account) then return; end if;
      if exists (select from open_business_of(of_account)) then
        raise exception 'something is open'
          using errcode = '23514', constraint = 'closed_accounts_nothing_open';
      end if;
      insert into closed_accounts (account_id, closed_at) values (of_account, at);
    end $$`,
  // Quoting takes the lock of a closing in the shared form: quotes do not wait for each other, and none passes a closing.
  `create function may_quote(of_account uuid) returns void language plpgsql volatile as $$
  begin
    perform pg_advisory_xact_lock_shared(hashtextextended('wallet ' || of_account, 0));
    if exists (select from closed_accounts where account_id = of_account) then
      raise exception 'the account is closed'
        using errcode = '23514', constraint = 'closed_accounts_no_quotes';
    end if;
  end $$`,
];
