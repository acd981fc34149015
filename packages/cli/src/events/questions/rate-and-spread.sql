-- At which rate was exchanged, and what did the spread earn?
-- day: of the completion, in the business time zone
-- direction: BUY_BITCOIN or SELL_BITCOIN
-- exchanges: completed
-- rateXofPerBtc: all XOF for all sats, rounded down (XOF per BTC)
-- spreadXof: what lies between the rate and the middle of the market at the order, what the sats are worth rounded down to a franc for each order (XOF)
-- spreadBasisPoints: of the XOF exchanged, rounded down (0.01 %)
-- withoutMid: orders of releases that did not say the middle; their spread is not counted
with exchanged as (
  select completed.completedAt::date as day, completed.transactionType as direction, completed.amountXof,
    completed.amountSats, completed.amountSats::hugeint * created.midXofPerBtc // 100000000 as worthXof
  from TransactionCompleted as completed join TransactionCreated as created using (transactionId)
  where completedAt >= getvariable('from_moment') and completedAt < getvariable('until_moment')),
earned as (
  select *, if(direction = 'BUY_BITCOIN', amountXof - worthXof, worthXof - amountXof) as spreadXof
  from exchanged)
select day, direction, count(*) as exchanges,
  sum(amountXof) * 100000000 // sum(amountSats) as rateXofPerBtc,
  coalesce(sum(spreadXof), 0)::hugeint as spreadXof,
  coalesce(sum(spreadXof) * 10000 // sum(amountXof) filter (spreadXof is not null), 0)::hugeint as spreadBasisPoints,
  count(*) - count(worthXof) as withoutMid
from earned
group by all
order by all;
