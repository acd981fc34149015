import type { problems as french } from "../fr/problems.ts";
import type { SameWords } from "../gaps.ts";

const unauthenticated = "Unauthenticated.";

export const problems: SameWords<typeof french> = {
  "malformed-json":
    "The request body is not valid JSON. Nothing was done: correct it and send it again.",
  "bad-request": "The request is malformed. Nothing was done: correct it and send it again.",
  "amount-below-minimum":
    "The minimum amount is {minimumXof} XOF. Nothing was charged: choose a higher amount.",
  "amount-above-maximum":
    "The maximum amount is {maximumXof} XOF. Nothing was charged: choose a smaller amount.",
  "limit-exceeded":
    "This amount exceeds your monthly limit. Nothing was charged: choose a smaller amount, or have your identity verified to raise the limit.",
  "too-many-open-transactions":
    "You already have {openMax} open transactions. Nothing was charged: complete or cancel one, then try again.",
  "too-many-standing-orders":
    "You already have {openMax} standing orders. Nothing was created: cancel one of them, then try again.",
  "standing-order-ended":
    "This standing order has ended and cannot change any more. Nothing was charged: place a new one.",
  "too-many-resumptions":
    "This standing order has already been resumed {resumesMax} times, which is the most. It stays paused and orders nothing: cancel it and place a new one.",
  "number-cooling-down":
    "This number got too many payment prompts that nobody accepted. Nothing was charged. Try again in an hour.",
  "quote-expired":
    "This quote has expired. Nothing was charged. Ask for a new one: the rate may have changed.",
  "quote-already-used":
    "This quote was already used for a transaction, which is in your list. For another one, ask for a new quote.",
  "quote-mismatch":
    "The type or the amount is not that of the quote. Nothing was charged. Use those of the quote, or ask for a new one.",
  "rate-too-far":
    "This rate is too far from the last known one. Confirm it if it is meant; until then nothing changes.",
  "receiver-amount-mismatch":
    "The invoice has to ask for exactly {amountSats} satoshis, or for no amount. Nothing has changed: make another one.",
  "receiver-expires-too-soon":
    "The invoice expires before the payment window ends. Nothing has changed: make one that is valid for longer.",
  "return-not-needed":
    "No return of this transaction waits for an invoice. There is nothing you have to do.",
  "not-in-review": "This transaction is not in review. Nothing has changed: read it again.",
  "money-is-owed":
    "Money is still owed: order a refund, or say that it was returned. Nothing has changed.",
  "nothing-to-refund":
    "Nothing of this transaction can be refunded this way. Nothing has changed: read it again to see what is still owed.",
  "receiver-already-used":
    "This invoice is already used by another transaction. Nothing has changed: make a new invoice.",
  "provider-not-available-for-number":
    "This payment provider is not available for this number. Nothing was charged. Available: {available}.",
  "kyc-already-pending":
    "Your documents are already being checked. You need not send anything again: an email will tell you the result.",
  "kyc-already-complete":
    "Your account already has the highest level of verification. There is nothing to send.",
  "kyc-already-decided":
    "This submission has already been decided otherwise, and that decision stands. Read it again.",
  "kyc-tiers-out-of-order":
    "The limit of a tier cannot be above that of the next one. Nothing has changed: choose a limit between those of its neighbours.",
  "account-in-use":
    "A transaction, a refund or a review of your account is still open. Nothing has changed. Try again once everything is finished.",
  "last-admin":
    "You are the last admin. Nothing has changed. Give the role to another account first.",
  "user-not-verified":
    "The email address of this account is not verified yet. Nothing has changed: the person has to enter the code from the email first.",
  unauthenticated,
  "invalid-credentials": unauthenticated,
  forbidden:
    "You do not have access to this resource. Nothing was done: log in with an account that has.",
  "account-not-verified":
    "Your account is not verified yet. Enter the code from the email, or ask for a new one.",
  "account-deactivated":
    "Your account is deactivated. You can reopen it with a code sent to your email address.",
  "account-suspended":
    "Your account is suspended. Your transactions stay on record. Write to us to learn what to do.",
  "kyc-required":
    "Identity verification is required. Nothing was charged: send your documents from your account.",
  "not-found": "Resource not found. Nothing was done: check the address.",
  "method-not-allowed": "This resource does not have that method. Nothing was done: check it.",
  "request-timeout": "The request was not received in time. Check your connection, then try again.",
  "idempotency-in-progress":
    "The first request with this key is still in progress. Wait a moment, then send it again with the same key: it is carried out only once.",
  "body-too-large": "The request body is too large. Nothing was done: send less.",
  "unsupported-media-type":
    "The format of the request body is not supported. Nothing was done: send it in another one.",
  "validation-failed": "The given data was invalid.",
  "idempotency-key-reused":
    "This idempotency key was already used for another request. This one was not carried out: give it a key of its own.",
  "too-many-requests": "Too many requests. Nothing has changed. Try again later.",
  "too-many-failures":
    "Too many payouts to this number or address failed today. Nothing was charged. Check them and try again later.",
  "headers-too-large": "The request headers are too large. Nothing was done: send less.",
  "rate-unavailable":
    "No trustworthy rate is available right now. Nothing was charged. Try again in a moment.",
  "provider-unavailable":
    "The payment provider is not available right now. Nothing was charged. Try again in a minute, or choose another one.",
  "liquidity-unavailable":
    "This amount cannot be paid out right now. Nothing was charged. Try again in a minute.",
  "service-unavailable":
    "Service temporarily unavailable. Try again in a moment. If you had just placed an order, check first whether it is in your list.",
  "internal-error":
    "An internal error occurred, and we have recorded it. If you had just placed an order, check whether it is in your list before you try again.",
};
