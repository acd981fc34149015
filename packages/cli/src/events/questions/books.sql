-- What do the books say at any moment?
-- moment: the end of each day of the period in the business time zone, and the end of the period; set until_moment for any other
-- currency: XOF or SATS; each account is in it, what we have above zero, what we owe and earned below it
-- gatewayFloat: at the gateways of mobile money
-- nodeFloat: in our nodes
-- userPayable: paid as ordered, and not out yet, nor back
-- suspense: late, double or other money, until it is back
-- exchange: what the exchange took and gave
-- fees: what rails took from us
-- rounding: less than a franc of each exchange
-- receivable: what providers took back, and its payer owes
-- losses: what nobody owes and nobody has
with moments as (
  select unnest(generate_series(date_trunc('day', getvariable('from_moment')) + interval 1 day,
    getvariable('until_moment'), interval 1 day)) as moment
  union select getvariable('until_moment')),
changes as (
  select currency, bookedAt, sum(gatewayFloat) as gatewayFloat, sum(nodeFloat) as nodeFloat,
    sum(userPayable) as userPayable, sum(suspense) as suspense, sum(exchange) as exchange, sum(fees) as fees,
    sum(rounding) as rounding, sum(receivable) as receivable, sum(losses) as losses
  from BookEntries
  group by all),
balances as (
  select currency, bookedAt, sum(columns(* exclude (currency, bookedAt))) over (partition by currency order by bookedAt)
  from changes)
select strftime(moment, '%Y-%m-%d %H:%M:%S') as moment, wanted.currency, coalesce(columns(balances.* exclude (currency, bookedAt)), 0)::hugeint
from (select moment, unnest(['XOF', 'SATS']) as currency from moments) as wanted
  asof left join balances on balances.currency = wanted.currency and wanted.moment >= balances.bookedAt
order by moment, wanted.currency desc;
