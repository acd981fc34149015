-- What went back, and why?
-- cause: why the money of a receipt could not stay, by the first word of it
-- refunds: receipts that became due in the period, however often each was tried
-- back: of those, settled before its end
-- open: of those, not
-- failedTries: tries that definitely moved nothing
-- dueXof: (XOF)
-- dueSats: (sats)
-- p50Ms: the middle one of the times until the money was back (ms)
-- maxMs: the slowest (ms)
with told as (
  select transactionId, receiptId, sequence, requestedAt as toldAt, reason, moneyAmountXof as amountXof,
    moneyAmountSats as amountSats, refundId, false as isBack
  from TransactionRefundRequested
  union all by name
  select transactionId, receiptId, sequence, requestedAt as toldAt, refundReason as reason,
    refundMoneyAmountXof as amountXof, refundMoneyAmountSats as amountSats, false as isBack
  from TransactionReviewRequested where refundReason is not null
  union all by name
  select transactionId, receiptId, sequence, settledAt as toldAt, true as isBack from TransactionRefundSettled
  union all by name
  select transactionId, receiptId, sequence, reversedAt as toldAt, false as isBack from TransactionRefundReversed),
tried as (
  select transactionId, receiptId, count(*) as failedTries
  from told join RefundFailed using (transactionId, refundId)
  where failedAt < getvariable('until_moment')
  group by all),
due as (
  select transactionId, receiptId, min(toldAt) as dueAt, arg_min(reason, sequence) as cause,
    arg_min(amountXof, sequence) as amountXof, arg_min(amountSats, sequence) as amountSats,
    arg_max(isBack, sequence) as isBack, arg_max(toldAt, sequence) as lastAt
  from told where toldAt < getvariable('until_moment')
  group by all)
select cause, count(*) as refunds, count(*) filter (isBack) as back, count(*) filter (not isBack) as open,
  coalesce(sum(failedTries), 0)::hugeint as failedTries, coalesce(sum(amountXof), 0)::hugeint as dueXof,
  coalesce(sum(amountSats), 0)::hugeint as dueSats,
  quantile_disc((epoch_us(lastAt) - epoch_us(dueAt)) // 1000, 0.5) filter (isBack) as p50Ms,
  max((epoch_us(lastAt) - epoch_us(dueAt)) // 1000) filter (isBack) as maxMs
from due left join tried using (transactionId, receiptId)
where dueAt >= getvariable('from_moment')
group by all
order by all;
