-- How much of their limit do customers use?
-- month: whose limit it is, as the order said
-- tier: of the customer at the end of the period
-- limitXof: of the tier at the end of the period (XOF)
-- customers: who ordered in that month; accounts with the same proven document are one
-- usedXof: of completed orders (XOF)
-- reservedXof: of orders that have not ended (XOF)
-- p50Percent: used and reserved of the limit, of the middle customer, rounded down (%)
-- maxPercent: of the one who uses most, rounded down (%)
-- near: customers at 80 % or more
with persons as (
  select accountId, min(documentHmac) as document from AccountIdentityProven group by all),
tiers as (
  select accountId, arg_max(kycTier, sequence) as tier
  from (select accountId, kycTier, sequence, activatedAt as toldAt from AccountActivated
    union all select accountId, kycTier, sequence, changedAt from AccountTierChanged)
  where toldAt < getvariable('until_moment')
  group by all),
limits as (
  select kycTier as tier, arg_max(monthlyLimitXof, sequence) as limitXof
  from KycTierLimitChanged where changedAt < getvariable('until_moment')
  group by all),
ends as (
  select transactionId, true as isUsed from TransactionCompleted where completedAt < getvariable('until_moment')
  union all select transactionId, false from TransactionFailed where failedAt < getvariable('until_moment')),
use as (
  select limitMonth as month, coalesce(document, accountId) as person, max(tier) as tier,
    coalesce(sum(amountXof) filter (isUsed), 0)::hugeint as usedXof,
    coalesce(sum(amountXof) filter (isUsed is null), 0)::hugeint as reservedXof
  from TransactionCreated
    left join ends using (transactionId)
    left join persons using (accountId)
    left join tiers using (accountId)
  where createdAt >= getvariable('from_moment') and createdAt < getvariable('until_moment')
  group by all),
shares as (
  select *, (usedXof + reservedXof) * 100 // limitXof as usePercent
  from use left join limits using (tier))
select month, tier, limitXof, count(*) as customers, sum(usedXof) as usedXof, sum(reservedXof) as reservedXof,
  quantile_disc(usePercent, 0.5) as p50Percent, max(usePercent) as maxPercent,
  count(*) filter (usePercent >= 80) as near
from shares
group by all
order by all;
