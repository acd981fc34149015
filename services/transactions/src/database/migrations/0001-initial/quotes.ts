// A quote is used once: the row is locked by whoever is first, in the commit of the order, and refuses the second.
// Its end is by the database's clock, so that no replica's clock makes it longer.

export const quoteTables: readonly string[] = [
  `create table quotes (
    quote_id uuid constraint quotes_pkey primary key,
    account_id uuid not null,
    transaction_type text not null,
    amount_xof bigint not null,
    amount_sats bigint not null,
    rate_xof_per_btc bigint not null,
    mid_xof_per_btc bigint not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    transaction_id uuid
  )`,
  "create index quotes_ended on quotes (expires_at)",
  `create function consume_quote(of_quote uuid, of_transaction uuid)
    returns void language plpgsql volatile as $$
    declare
      quote quotes%rowtype;
    begin
      select * into quote from quotes where quote_id = of_quote for update;
      if not found or quote.transaction_id is not null then
        raise exception 'the quote is used'
          using errcode = '23514', constraint = 'quotes_used_once';
      end if;
      if quote.expires_at <= clock_timestamp() then
        raise exception 'the quote is expired'
          using errcode = '23514', constraint = 'quotes_in_time';
      end if;
      update quotes set transaction_id = of_transaction where quote_id = of_quote;
    end $$`,
];
