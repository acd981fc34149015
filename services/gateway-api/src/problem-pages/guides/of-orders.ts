import type { ProblemGuide } from "./problem-guide.ts";

/** What a purchase, a sale, a quote or a return may answer. Nothing was created and nothing charged in any of these cases. */
export const ofOrders = {
  "amount-below-minimum": {
    cause: "The amount is less than an order may be, or than its way of payment costs.",
    remedy:
      "Offer amounts from the minimum in the message on. On chain it is higher than over Lightning.",
  },
  "amount-above-maximum": {
    cause: "The amount is more than one order may be.",
    remedy: "Let the person choose a smaller amount.",
  },
  "limit-exceeded": {
    cause:
      "With this order the person would exceed the limit of the calendar month, open orders included.",
    remedy:
      "Show what is left (`GET transactions/remaining`), and offer the identity verification (`POST kyc`) that raises the limit.",
  },
  "too-many-open-transactions": {
    cause: "The person has as many open transactions as one may have.",
    remedy: "Let one be paid or cancelled (`POST transactions/{id}/cancel`), or end.",
  },
  "too-many-standing-orders": {
    cause: "The person has as many orders in advance, paused ones included, as one may have.",
    remedy: "Let one be cancelled (`POST orders/{id}/cancel`), or end.",
  },
  "standing-order-ended": {
    cause: "The order in advance has ended: `end_reason` says why. It is never due again.",
    remedy: "Place a new one (`POST orders`).",
  },
  "too-many-resumptions": {
    cause: "The order in advance was paused and resumed as often as one may be in all its life.",
    remedy:
      "Cancel it (`POST orders/{id}/cancel`) and place a new one (`POST orders`). Pausing and cancelling are never refused for this.",
  },
  "number-cooling-down": {
    cause: "This number got several payment prompts within the hour, and nobody accepted them.",
    remedy: "Ask the person to check the number, and to try again in an hour.",
  },
  "quote-expired": {
    cause: "The quote was not used before its `expires_at`.",
    remedy: "Ask for a new one, show its amounts, and create behind the person's consent.",
  },
  "quote-already-used": {
    cause: "A quote serves once, and a transaction was created from it.",
    remedy:
      "Look in the list for that transaction. To repeat a create whose answer got lost, use the same `Idempotency-Key`.",
  },
  "quote-mismatch": {
    cause: "The `type` or `amount` sent is not that of the quote that `quote_id` names.",
    remedy: "Send those of the quote, or none.",
  },
  "receiver-amount-mismatch": {
    cause: "The Lightning invoice asks for another amount than the person will receive.",
    remedy:
      "Have the wallet make an invoice over exactly the satoshis in the message, or one without an amount.",
  },
  "receiver-expires-too-soon": {
    cause: "The Lightning invoice would expire before the mobile-money payment has to be in.",
    remedy: "Have the wallet make an invoice with a longer life, or use a Lightning address.",
  },
  "receiver-already-used": {
    cause: "An invoice can be paid once, and this one belongs to another transaction.",
    remedy: "Have the wallet make a new invoice. A Lightning address has no such limit.",
  },
  "return-not-needed": {
    cause:
      "No satoshis of this sale wait to be given back, or the staff decides whether they were by hand.",
    remedy: "Read the transaction again. Where it goes on asking for an invoice, send it later.",
  },
  "provider-not-available-for-number": {
    cause: "The operator that `provider` names does not serve this number.",
    remedy: "Leave `provider` out, or send one of those that the message names.",
  },
  "kyc-required": {
    cause: "The operation takes a verified identity.",
    remedy: "Send the person to the identity verification (`POST kyc`).",
  },
  "rate-too-far": {
    cause: "The staff set a rate far away from the last one that is known.",
    remedy: "Check the number; with `confirmed` it is taken as it is.",
  },
  "rate-unavailable": {
    cause: "Too few markets agree on a price right now, or all have just leapt, so there is none.",
    remedy: "Try again behind `Retry-After`. What is open keeps its own rate.",
  },
  "provider-unavailable": {
    cause: "No operator takes orders of this channel at the moment, or nobody would pay them out.",
    remedy: "Try again behind `Retry-After`, or offer another channel or number.",
  },
  "liquidity-unavailable": {
    cause: "What would have to be paid out is more than we hold free at the moment.",
    remedy: "Try again behind `Retry-After`, or with a smaller amount.",
  },
  "too-many-failures": {
    cause: "Several payouts to this number or address failed within a day.",
    remedy: "Have the person check the number or address. Another one may be used at once.",
  },
} as const satisfies Readonly<Record<string, ProblemGuide>>;
