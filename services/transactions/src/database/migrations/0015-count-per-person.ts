// Months and open orders count per mobile-money number and per identity document too, over all accounts and behind an
// erasure: under keyed hashes, never the number itself. What an order counted for is kept with it, to be given back. Unique,
// because that indexes what is counted, and what is deleted by age.
import { generatedSecretsTable, type Migration } from "@sanu/platform";

export const countPerPerson: Migration = {
  kind: "expand",
  statements: [
    generatedSecretsTable,
    `create table account_documents (
      account_id uuid not null,
      document text not null,
      primary key (account_id, document)
    )`,
    `create table person_months (
      subject text not null,
      month text not null,
      reserved_xof bigint not null,
      used_xof bigint not null,
      changed_at timestamptz not null,
      primary key (subject, month),
      constraint person_months_not_negative check (reserved_xof >= 0 and used_xof >= 0)
    )`,
    `create table order_persons (
      transaction_id uuid not null,
      subject text not null,
      receiver text,
      month text not null,
      amount_xof bigint not null,
      is_counted boolean not null,
      ended_at timestamptz,
      primary key (transaction_id, subject),
      constraint order_persons_of_subject unique (subject, ended_at, transaction_id),
      constraint order_persons_ended unique (ended_at, transaction_id, subject)
    )`,
    // Who holds the row of the month is alone with the person's open orders.
    `create function count_for_person(
      of_transaction uuid, of_subject text, of_receiver text, of_month text, amount bigint,
      limit_xof bigint, open_max int
    ) returns void language plpgsql volatile as $$
      declare
        ordered_xof bigint;
      begin
        -- What ended at a service of the release before is ended here by whoever orders next.
        perform end_for_person(known.transaction_id, list.status = 'COMPLETED')
          from order_persons as known join transaction_list as list using (transaction_id)
          where known.subject = of_subject and known.ended_at is null
            and list.status in ('COMPLETED', 'FAILED');
        insert into person_months as held (subject, month, reserved_xof, used_xof, changed_at)
          values (of_subject, of_month, amount, 0, now())
          on conflict (subject, month) do update
            set reserved_xof = held.reserved_xof + amount, changed_at = now()
          returning reserved_xof + used_xof into ordered_xof;
        if ordered_xof > limit_xof then
          raise exception 'monthly limit exceeded'
            using errcode = '23514', constraint = 'allowances_limit';
        end if;
        if (select count(*) from order_persons where subject = of_subject and ended_at is null) >= open_max then
          raise exception 'too many open transactions'
            using errcode = '23514', constraint = 'open_transactions_max';
        end if;
        insert into order_persons (transaction_id, subject, receiver, month, amount_xof, is_counted)
          values (of_transaction, of_subject, of_receiver, of_month, amount, true);
      end $$`,
    // Locks the account first, then its number, then its documents, as the end of an order does.
    `create function reserve_for_person(
      of_transaction uuid, of_account uuid, of_month text, amount bigint, open_max int,
      of_number text, of_receiver text, is_number_counted boolean
    ) returns void language plpgsql volatile as $$
      declare
        limit_xof bigint := monthly_limit_of(of_account);
      begin
        perform reserve_in_tier(of_account, of_month, amount, open_max);
        if is_number_counted then
          perform count_for_person(of_transaction, 'number ' || of_number, of_receiver, of_month,
            amount, limit_xof, open_max);
        else
          insert into order_persons (transaction_id, subject, receiver, month, amount_xof, is_counted)
            values (of_transaction, 'number ' || of_number, of_receiver, of_month, amount, false);
        end if;
        perform count_for_person(of_transaction, 'document ' || known.document, null, of_month,
            amount, limit_xof, open_max)
          from (select document from account_documents where account_id = of_account
            order by document) as known;
      end $$`,
    // Once, however often: what has ended, and what an older release ordered, counts for nobody.
    `create function end_for_person(of_transaction uuid, is_spent boolean)
      returns void language plpgsql volatile as $$
      declare
        counted order_persons;
      begin
        for counted in select * from order_persons
          where transaction_id = of_transaction and ended_at is null order by subject desc
        loop
          update order_persons set ended_at = now()
            where transaction_id = of_transaction and subject = counted.subject;
          continue when not counted.is_counted;
          update person_months set reserved_xof = reserved_xof - counted.amount_xof,
              used_xof = used_xof + case when is_spent then counted.amount_xof else 0 end,
              changed_at = now()
            where subject = counted.subject and month = counted.month;
        end loop;
      end $$`,
  ],
};
