-- Who comes back, by the month of the first exchange?
-- cohort: month of the account's first completed exchange, in the business time zone
-- month: a month from then on
-- customers: accounts of the cohort
-- active: those of them that completed an exchange in that month
-- activePercent: rounded down (%)
with active as (
  select distinct accountId, date_trunc('month', completedAt)::date as month
  from TransactionCompleted
  where completedAt < getvariable('until_moment')),
cohorts as (
  select accountId, min(month) as cohort from active group by all),
sizes as (
  select cohort, count(*) as customers from cohorts group by all),
months as (
  select distinct month from active),
returned as (
  select cohort, month, count(*) as active from active join cohorts using (accountId) group by all)
select strftime(cohort, '%Y-%m') as cohort, strftime(month, '%Y-%m') as month, customers,
  coalesce(active, 0) as active, coalesce(active, 0) * 100 // customers as activePercent
from sizes
  join months on month >= cohort
  left join returned using (cohort, month)
where cohort >= date_trunc('month', getvariable('from_moment'))::date
order by all;
