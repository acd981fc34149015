-- What fails, over which rail and why?
-- leg: payment is money in, payout money out, refund money back
-- rail: the channel of mobile money, LIGHTNING or ONCHAIN
-- reason: as the facts name it
-- failures: definite ones in the period
-- begun: legs of that kind that began over that rail in the period
-- orderedXof: what the orders of the failed ones were worth (XOF)
with orders as (
  select transactionId, amountXof, channel as railIn,
    coalesce(payoutChannel, if(receiverKind = 'onchain', 'ONCHAIN', 'LIGHTNING')) as railOut
  from TransactionCreated),
legs as (
  select 'payment' as leg, transactionId, reason, failedAt as happenedAt from PaymentFailed
  union all select 'payout', transactionId, reason, failedAt from PayoutFailed
  union all select 'refund', transactionId, reason, failedAt from RefundFailed
  union all select 'payment', transactionId, null, createdAt from TransactionCreated
  union all select 'payout', transactionId, null, paidAt from TransactionPaid
  union all select 'refund', transactionId, null, requestedAt from TransactionRefundRequested),
counted as (
  select leg, if(leg = 'payout', railOut, railIn) as rail, reason, count(*) as legs, sum(amountXof) as orderedXof
  from legs join orders using (transactionId)
  where happenedAt >= getvariable('from_moment') and happenedAt < getvariable('until_moment')
  group by all)
select failed.leg, failed.rail, failed.reason, failed.legs as failures, coalesce(begun.legs, 0) as begun,
  failed.orderedXof
from counted as failed
  left join counted as begun on begun.leg = failed.leg and begun.rail = failed.rail and begun.reason is null
where failed.reason is not null
order by all;
