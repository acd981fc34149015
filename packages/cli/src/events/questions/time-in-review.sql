-- How long does money wait for a person?
-- reason: why somebody had to look; payout-held is money whose payout waits for two of the staff
-- asked: in the period
-- answered: before its end, by a person or by what came later
-- byStaff: of those, by a person
-- open: not answered
-- p50Ms: the middle one of the times until the answer (ms)
-- p95Ms: the slowest of twenty of them (ms)
-- maxMs: the slowest (ms)
with questions as (
  select transactionId, sequence, reason, requestedAt as askedAt from TransactionReviewRequested
  union all select transactionId, sequence, 'payout-held', heldAt from TransactionPayoutHeld),
answers as (
  select transactionId, sequence, resolvedAt as answeredAt, resolvedBy is not null as isByStaff, false as isOfHeld
  from TransactionReviewResolved
  union all select transactionId, sequence, paidAt, true, true from TransactionPaid
  union all select transactionId, sequence, requestedAt, true, true from TransactionRefundRequested),
answered as (
  select question.reason, question.askedAt, min(answeredAt) as answeredAt,
    arg_min(isByStaff, answer.sequence) as isByStaff
  from questions as question left join answers as answer
    on answer.transactionId = question.transactionId and answer.sequence > question.sequence
      and answer.isOfHeld = (question.reason = 'payout-held') and answeredAt < getvariable('until_moment')
  where askedAt >= getvariable('from_moment') and askedAt < getvariable('until_moment')
  group by question.transactionId, question.sequence, question.reason, question.askedAt),
timed as (
  select *, (epoch_us(answeredAt) - epoch_us(askedAt)) // 1000 as waitedMs from answered)
select reason, count(*) as asked, count(answeredAt) as answered, count(*) filter (isByStaff) as byStaff,
  count(*) - count(answeredAt) as open, quantile_disc(waitedMs, 0.5) as p50Ms, quantile_disc(waitedMs, 0.95) as p95Ms,
  max(waitedMs) as maxMs
from timed
group by all
order by all;
