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
const camel = (name: string) =>
  name.replace(/_(\w)/, (_all, letter: string) => letter.toUpperCase());

/** The rows of `book_entries`, of the view that every analyst has. */
export const booksSql = `
select transactionId as transaction_id, currency, epoch_us(bookedAt) as booked_at,
  ${accounts.map((name) => `${camel(name)}::bigint as ${name}`).join(", ")}
from BookEntries order by transaction_id, booked_at, currency`;

const micros = (column: string) =>
  `(extract(epoch from ${column}) * 1000000)::bigint::text as ${column}`;

/** The same rows as they stand in the database of transactions. */
export const storedListSql = `
select transaction_id, account_id, reference, transaction_type, amount_xof::text, amount_sats::text,
  rate_xof_per_btc::text, status, ${micros("created_at")}, ${micros("updated_at")}
from transaction_list order by transaction_id`;

export const storedBooksSql = `
select transaction_id, currency, ${micros("booked_at")},
  ${accounts.map((name) => `${name}::text`).join(", ")}
from book_entries order by transaction_id, book_entries.booked_at, currency`;
