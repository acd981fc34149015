-- What did the rails take from us?
-- month: of the movement, in the business time zone
-- movement: payout or refund
-- rail: the channel of mobile money, LIGHTNING or ONCHAIN
-- movements: settled
-- untold: those whose rail does not tell its fee; a statement does
-- movedXof: what arrived (XOF)
-- movedSats: what arrived (sats)
-- feesXof: taken (XOF)
-- feesSats: taken (sats)
with orders as (
  select transactionId, channel as railIn,
    coalesce(payoutChannel, if(receiverKind = 'onchain', 'ONCHAIN', 'LIGHTNING')) as railOut
  from TransactionCreated),
moved as (
  select 'payout' as movement, transactionId, settledAt, sentAmountXof as amountXof, sentAmountSats as amountSats,
    feeAmountXof, feeAmountSats
  from PayoutSettled
  union all
  select 'refund', transactionId, settledAt, moneyAmountXof, moneyAmountSats, feeAmountXof, feeAmountSats
  from RefundSettled)
select strftime(date_trunc('month', settledAt), '%Y-%m') as month, movement,
  if(movement = 'payout', railOut, railIn) as rail, count(*) as movements,
  count(*) filter (feeAmountXof is null and feeAmountSats is null) as untold,
  coalesce(sum(amountXof), 0)::hugeint as movedXof, coalesce(sum(amountSats), 0)::hugeint as movedSats,
  coalesce(sum(feeAmountXof), 0)::hugeint as feesXof, coalesce(sum(feeAmountSats), 0)::hugeint as feesSats
from moved join orders using (transactionId)
where settledAt >= getvariable('from_moment') and settledAt < getvariable('until_moment')
group by all
order by all;
