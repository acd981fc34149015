/** The rows of `transaction_list`, folded from facts. Moments are microseconds since 1970. */
export const listSql = `
select created.transactionId as transaction_id, created.accountId as account_id, created.reference,
  created.transactionType as transaction_type, created.amountXof as amount_xof, created.amountSats as amount_sats,
  created.rateXofPerBtc as rate_xof_per_btc,
  case when failed.failedAt is not null then 'FAILED' when completed.completedAt is not null then 'COMPLETED'
    when paid.paidAt is not null then 'PROCESSING' else 'PENDING' end as status,
  epoch_us(created.createdAt) as created_at,
  epoch_us(coalesce(failed.failedAt, completed.completedAt, paid.paidAt, created.createdAt)) as updated_at
from TransactionCreated as created
  left join TransactionPaid as paid using (transactionId)
  left join TransactionCompleted as completed using (transactionId)
  left join TransactionFailed as failed using (transactionId)
order by 1`;

const accounts = ["gateway_float", "node_float", "user_payable", "exchange", "fees", "rounding"];

/** The rows of `book_entries`, folded from facts of transactions, payments and payouts. */
export const booksSql = `
with ended as (
  select created.*, completed.completedAt as bookedAt, created.transactionType = 'BUY_BITCOIN' as isBuy,
    (created.amountSats * created.rateXofPerBtc) // 100000000 as worthXof,
    coalesce(settled.feeAmountXof, 0) as feeXof, coalesce(settled.feeAmountSats, 0) as feeSats
  from TransactionCreated as created
    join TransactionCompleted as completed using (transactionId)
    join PayoutSettled as settled using (transactionId)),
lines as (
  select transactionId, 'XOF' as currency, paidAt as bookedAt, amountXof as gateway_float, 0 as node_float,
    -amountXof as user_payable, 0 as exchange, 0 as fees, 0 as rounding
  from TransactionPaid where transactionType = 'BUY_BITCOIN'
  union all
  select transactionId, 'SATS', paidAt, 0, amountSats, -amountSats, 0, 0, 0
  from TransactionPaid where transactionType = 'SELL_BITCOIN'
  union all
  select transactionId, 'XOF', bookedAt, if(isBuy, 0, -amountXof) - feeXof, 0, if(isBuy, amountXof, 0),
    if(isBuy, -worthXof, worthXof), feeXof, if(isBuy, worthXof - amountXof, amountXof - worthXof)
  from ended
  union all
  select transactionId, 'SATS', bookedAt, 0, if(isBuy, -amountSats, 0) - feeSats, if(isBuy, 0, amountSats),
    if(isBuy, amountSats, -amountSats), feeSats, 0
  from ended
  union all
  select transactionId, 'XOF', settledAt, -moneyAmountXof - feeAmountXof, 0, moneyAmountXof, 0, feeAmountXof, 0
  from RefundSettled)
select transactionId as transaction_id, currency, epoch_us(bookedAt) as booked_at,
  ${accounts.map((name) => `${name}::bigint as ${name}`).join(", ")}
from lines order by transaction_id, booked_at, currency`;

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint as ${column}`;

/** The same rows as they stand in the database of transactions. */
export const storedListSql = `
select transaction_id, account_id, reference, transaction_type, amount_xof, amount_sats, rate_xof_per_btc, status,
  ${micros("created_at")}, ${micros("updated_at")}
from transaction_list order by transaction_id`;

export const storedBooksSql = `
select transaction_id, currency, ${micros("booked_at")}, ${accounts.join(", ")}
from book_entries order by transaction_id, book_entries.booked_at, currency`;
