export type { Brand } from "./brand.ts";
export {
  type CalendarDay,
  calendarDayOf,
  calendarMonthOf,
  isoDateOf,
  isoMonthOf,
} from "./calendar.ts";
export { type Clock, systemClock } from "./clock.ts";
export { type Decider, decideBy, fold, type Rules } from "./decider.ts";
export { accepted, type Decision, nothingNew, type Refusal, refused } from "./decision.ts";
export {
  type AccountId,
  type CaseId,
  type CommandId,
  type EventId,
  isUuid,
  newId,
  newReference,
  type PaymentId,
  type PayoutId,
  type QuoteId,
  type RefundId,
  type StandingOrderId,
  type TransactionId,
  uuidOfDigest,
} from "./ids.ts";
export {
  epochMsOf,
  type Instant,
  instant,
  instantOfEpochMs,
  isInstant,
  msBetween,
  plusMs,
} from "./instant.ts";
export { formatListedXof, formatSats, formatXof, moneyShapes, parseMoney } from "./money/format.ts";
export {
  isPriceWithin,
  isRateWithin,
  isSpreadWithin,
  type PriceBands,
} from "./money/price-bands.ts";
export {
  type BasisPoints,
  basisPoints,
  buyRate,
  satsBoughtFor,
  satsSoldFor,
  sellRate,
  type XofPerBtc,
  xofPerBtc,
  xofToBuy,
  xofWorthOf,
} from "./money/rate.ts";
export { SATS_PER_BTC, type Sats, sats } from "./money/sats.ts";
export { type Xof, xof } from "./money/xof.ts";
export {
  type EarlierArrival,
  outcomeContradictions,
  type SaidOfAttempt,
  saidOfOthers,
  withSaid,
} from "./said-of-attempt.ts";
export { createSteadyTime, steadyNowMs } from "./steady-time.ts";
export { isStorableText } from "./storable-text.ts";
export { unreachable } from "./unreachable.ts";
export { contradictions, type VerdictOfEnd, verdictIn, verdictOf } from "./verdict-of-end.ts";
