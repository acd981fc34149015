-- How much was exchanged, by day and direction?
-- day: of the order, or of its completion, in the business time zone
-- direction: BUY_BITCOIN or SELL_BITCOIN
-- orders: placed on that day
-- exchanges: completed on that day
-- exchangedXof: of those completed (XOF)
-- exchangedSats: of those completed (sats)
with moved as (
  select createdAt as happenedAt, transactionType, 1 as orders, 0 as exchanges, 0 as amountXof, 0 as amountSats
  from TransactionCreated
  union all
  select completedAt, transactionType, 0, 1, amountXof, amountSats
  from TransactionCompleted)
select happenedAt::date as day, transactionType as direction, sum(orders) as orders, sum(exchanges) as exchanges,
  sum(amountXof) as exchangedXof, sum(amountSats) as exchangedSats
from moved
where happenedAt >= getvariable('from_moment') and happenedAt < getvariable('until_moment')
group by all
order by all;
