-- How far do orders come, and how long does each step take?
-- direction: BUY_BITCOIN or SELL_BITCOIN
-- step: in the order of the funnel
-- orders: placed in the period, and come so far at whatever time
-- ofOrderedPercent: of all placed, rounded down (%)
-- p50Ms: the middle one of the times from the step before (ms)
-- p95Ms: the slowest of twenty of them (ms)
with moments as (
  select created.transactionType as direction, unnest([
    {'place': 1, 'step': 'ordered', 'happenedAt': created.createdAt, 'beforeAt': null},
    {'place': 2, 'step': 'payable', 'happenedAt': payable.firstAt, 'beforeAt': created.createdAt},
    {'place': 3, 'step': 'paid', 'happenedAt': paid.firstAt, 'beforeAt': payable.firstAt},
    {'place': 4, 'step': 'paid out', 'happenedAt': settled.firstAt, 'beforeAt': paid.firstAt},
    {'place': 5, 'step': 'completed', 'happenedAt': completed.firstAt, 'beforeAt': settled.firstAt}], recursive := true)
  from TransactionCreated as created
    left join (select transactionId, min(initiatedAt) as firstAt from PaymentInitiated group by all) as payable
      using (transactionId)
    left join (select transactionId, min(paidAt) as firstAt from TransactionPaid group by all) as paid
      using (transactionId)
    left join (select transactionId, min(settledAt) as firstAt from PayoutSettled group by all) as settled
      using (transactionId)
    left join (select transactionId, min(completedAt) as firstAt from TransactionCompleted group by all) as completed
      using (transactionId)
  where created.createdAt >= getvariable('from_moment') and created.createdAt < getvariable('until_moment')),
timed as (
  select direction, place, step, happenedAt, (epoch_us(happenedAt) - epoch_us(beforeAt)) // 1000 as tookMs
  from moments)
select direction, step, count(happenedAt) as orders,
  count(happenedAt) * 100 // first_value(count(happenedAt)) over (partition by direction order by place) as ofOrderedPercent,
  quantile_disc(tookMs, 0.5) as p50Ms, quantile_disc(tookMs, 0.95) as p95Ms
from timed
group by direction, place, step
order by direction, place;
