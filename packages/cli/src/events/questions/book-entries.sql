-- Every entry of the ledger, folded from the facts of transactions alone, and equal to that of the service, row by row.
-- A receipt goes its way by itself: in, exchanged, back, taken back. Each fact makes a position of its receipt, and the
-- entry is what it changed. A row is of one currency; docs/books.md says what the accounts hold.
create view BookEntries as
with orders as (
  select transactionId, transactionType = 'BUY_BITCOIN' as isBuy, amountXof::hugeint as amountXof,
    amountSats::hugeint as amountSats, if(isBuy, amountXof, amountSats)::hugeint as amountIn,
    -- Whole francs: what is less stays with the exchange, as rounding.
    amountSats::hugeint * rateXofPerBtc // 100000000 as worthXof
  from TransactionCreated),
ordered as (
  select transactionId, any_value(receiptId) as receiptId
  from (select transactionId, receiptId from TransactionPaid
    union all select transactionId, receiptId from TransactionPayoutHeld)
  group by all),
told as (
  select transactionId, receiptId, sequence, paidAt as bookedAt, true as isIn from TransactionPaid
  union all by name
  select transactionId, receiptId, sequence, heldAt as bookedAt, true as isIn from TransactionPayoutHeld
  union all by name
  select transactionId, receiptId, sequence, completedAt as bookedAt, true as isDone, feeAmountXof as feeXof,
    feeAmountSats as feeSats
  from TransactionCompleted join ordered using (transactionId)
  union all by name
  select transactionId, receiptId, sequence, requestedAt as bookedAt, reason, false as isBack, -1 as arrived,
    coalesce(moneyAmountXof, moneyAmountSats) as due, coalesce(sendSats, moneyAmountXof, moneyAmountSats) as sent
  from TransactionRefundRequested
  union all by name
  select transactionId, receiptId, sequence, requestedAt as bookedAt, refundReason as reason, false as isBack,
    coalesce(refundMoneyAmountXof, refundMoneyAmountSats) as due, due as sent
  from TransactionReviewRequested where refundReason is not null
  union all by name
  select transactionId, receiptId, sequence, settledAt as bookedAt, true as isBack, refundId is not null as isByRail,
    coalesce(arrivedAmountXof, arrivedAmountSats, -1) as arrived, arrived as got, feeAmountXof as feeXof,
    feeAmountSats as feeSats
  from TransactionRefundSettled
  union all by name
  select transactionId, receiptId, sequence, reversedAt as bookedAt, false as isBack, -1 as arrived,
    coalesce(moneyAmountXof, moneyAmountSats) as broughtBack
  from TransactionRefundReversed
  union all by name
  select transactionId, receiptId, sequence, reversedAt as bookedAt,
    coalesce(moneyAmountXof, moneyAmountSats) as taken
  from TransactionPaymentReversed
  union all by name
  -- Two of the staff say that a receipt came as another amount than was counted.
  select transactionId, receiptId, sequence, approvedAt as bookedAt, verdictMoneyAmountXof as came, came as due,
    moneyAmountXof as counted
  from VerdictApproved where receiptId is not null and verdictMoneyAmountXof <> moneyAmountXof
  union all by name
  select transactionId, receiptId, sequence, reversedAt as bookedAt,
    coalesce(moneyAmountXof, moneyAmountSats) as returned
  from TransactionPayoutReversed join ordered using (transactionId)
  union all by name
  select transactionId, coalesce(debt.receiptId, ordered.receiptId) as receiptId, sequence, settledAt as bookedAt,
    -- What did not arrive of a refund was paid by hand; so was a payout that came back; a payer paid again, or never will.
    if(of = 'refund', -1, null) as arrived, if(of = 'payout', 0, null) as returned,
    if(of = 'payment', "by", null) as debtEnd
  from TransactionDebtSettled as debt left join ordered using (transactionId)),
-- What came as less is taken back in parts.
sums as (
  select * replace (first_value(counted ignore nulls) over so_far as counted,
    coalesce(sum(taken) over so_far, 0) as taken)
  from told
  window so_far as (partition by transactionId, receiptId order by sequence)),
states as (
  select transactionId, receiptId, sequence, bookedAt, feeXof, feeSats, isByRail, broughtBack,
    last_value(got ignore nulls) over so_far as got,
    coalesce(bool_or(isIn) over so_far, false) as isIn, coalesce(bool_or(isDone) over so_far, false) as isDone,
    first_value(reason ignore nulls) over so_far as cause,
    last_value(isBack ignore nulls) over so_far as isBack,
    last_value(due ignore nulls) over so_far as due, last_value(sent ignore nulls) over so_far as sent,
    last_value(arrived ignore nulls) over so_far as arrived,
    -- Its payer owes no more of it what he paid again, nor what never came of a refund that is with us again.
    taken - coalesce(last_value(if(debtEnd = 'recovered' or (broughtBack is not null and taken < counted), taken, null)
      ignore nulls) over so_far, 0) as gone, last_value(came ignore nulls) over so_far as came,
    coalesce(last_value(returned ignore nulls) over so_far, 0) as returned,
    first_value(returned ignore nulls) over so_far as cameBack,
    last_value(debtEnd ignore nulls) over so_far as debtEnd
  from sums
  window so_far as (partition by transactionId, receiptId order by sequence)),
-- Of money that came in, and in its currency: what lies with us, for whom, and what is gone.
parts as (
  select state.*, isBuy, amountXof, amountSats, amountIn, worthXof,
    cause is not null and cause <> 'payout-failed' as isBeside,
    -- A payout that arrived after all ends the refund that was due because it had failed.
    coalesce(isBack and (isBeside or not isDone), false) as isRefunded,
    if(isIn and not isDone and not (isRefunded and not isBeside), coalesce(came, amountIn), 0) as payable,
    if(isBeside and not isRefunded, due, 0) as held,
    if(isRefunded and arrived >= 0, sent - arrived, 0) as missing,
    case when isBeside and not isRefunded then 'suspense'
      when not isBeside and isIn and not isDone and not isRefunded then 'payable'
      when debtEnd = 'written-off' then 'losses' else 'receivable' end as goneTo,
    -- The customer is owed all of a payout that came back: what its provider kept of it was taken from us.
    if(isBuy, amountSats, amountXof) as amountOut,
    if(isDone and returned > 0, amountOut, 0) as returnedOut,
    if(isDone and cameBack > 0, amountOut - cameBack, 0) as keptOut,
    -- The same of a refund: what had arrived of it, less what came back.
    if(broughtBack is null, 0, if(got >= 0, got, sent) - broughtBack) as keptIn
  from states as state join orders using (transactionId)),
positions as (
  select *,
    payable + held + missing - gone + if(isDone, amountIn, 0) as floatIn,
    -payable - if(missing > 0 and not isBeside, missing, 0) + if(goneTo = 'payable', gone, 0) as payableIn,
    -held - if(missing > 0 and isBeside, missing, 0) + if(goneTo = 'suspense', gone, 0) as suspenseIn,
    if(goneTo = 'receivable', gone, 0) as receivableIn,
    if(goneTo = 'losses', gone, 0) - least(missing, 0) as lossesIn,
    if(isDone, -amountOut, 0) + returnedOut as floatOut,
    if(isDone, if(isBuy, -worthXof, worthXof), 0) as exchangeXof,
    if(isDone, if(isBuy, amountSats, -amountSats), 0) as exchangeSats,
    if(isDone, if(isBuy, worthXof - amountXof, amountXof - worthXof), 0) as roundingXof,
    -- What was kept back of a refund pays for its way.
    if(isByRail, due - sent, 0) as kept
  from parts),
changes as (
  select transactionId, receiptId, sequence, bookedAt, isBuy,
    floatIn - coalesce(lag(floatIn) over step, 0) as floatIn,
    payableIn - coalesce(lag(payableIn) over step, 0) as payableIn,
    suspenseIn - coalesce(lag(suspenseIn) over step, 0) as suspenseIn,
    receivableIn - coalesce(lag(receivableIn) over step, 0) as receivableIn,
    lossesIn - coalesce(lag(lossesIn) over step, 0) as lossesIn,
    floatOut - coalesce(lag(floatOut) over step, 0) as floatOut,
    returnedOut - coalesce(lag(returnedOut) over step, 0) as returnedOut,
    exchangeXof - coalesce(lag(exchangeXof) over step, 0) as exchangeXof,
    exchangeSats - coalesce(lag(exchangeSats) over step, 0) as exchangeSats,
    roundingXof - coalesce(lag(roundingXof) over step, 0) as roundingXof,
    keptOut - coalesce(lag(keptOut) over step, 0) as keptNow,
    coalesce(feeXof - if(isBuy, coalesce(kept, 0), 0), 0) + if(isBuy, keptIn, keptNow) as feesXof,
    coalesce(feeSats - if(isBuy, 0, coalesce(kept, 0)), 0) + if(isBuy, keptNow, keptIn) as feesSats
  from positions
  window step as (partition by transactionId, receiptId order by sequence)),
entries as (
  select transactionId, sequence, bookedAt, 'XOF' as currency,
    if(isBuy, floatIn, floatOut) - feesXof as gatewayFloat, 0 as nodeFloat,
    if(isBuy, payableIn, -returnedOut) as userPayable, if(isBuy, suspenseIn, 0) as suspense,
    exchangeXof as exchange, feesXof as fees, roundingXof as rounding,
    if(isBuy, receivableIn, 0) as receivable, if(isBuy, lossesIn, 0) as losses
  from changes
  union all by name
  select transactionId, sequence, bookedAt, 'SATS' as currency,
    0 as gatewayFloat, if(isBuy, floatOut, floatIn) - feesSats as nodeFloat,
    if(isBuy, -returnedOut, payableIn) as userPayable, if(isBuy, 0, suspenseIn) as suspense,
    exchangeSats as exchange, feesSats as fees, 0 as rounding,
    if(isBuy, 0, receivableIn) as receivable, if(isBuy, 0, lossesIn) as losses
  from changes)
select * from entries
where (gatewayFloat, nodeFloat, userPayable, suspense, exchange, fees, rounding, receivable, losses)
  <> (0, 0, 0, 0, 0, 0, 0, 0, 0);
