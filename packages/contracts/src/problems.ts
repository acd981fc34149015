import { caseProblems } from "./case-problems.ts";
import { type ProblemDefinition, problem } from "./problem-definition.ts";
import { staffProblems } from "./staff-problems.ts";

/**
 * The closed list of problem codes of the public API: HTTP status, English title and, where a client may try again, after how many
 * seconds (RFC 9457). A code never changes its meaning. What a person reads is in the catalogue, under the code.
 */
export const problems = {
  "malformed-json": problem(400, "Malformed JSON"),
  "bad-request": problem(400, "Bad request"),
  "amount-below-minimum": problem(400, "Amount below minimum"),
  "amount-above-maximum": problem(400, "Amount above maximum"),
  "limit-exceeded": problem(400, "Monthly limit exceeded"),
  "too-many-open-transactions": problem(400, "Too many open transactions"),
  "too-many-standing-orders": problem(400, "Too many standing orders"),
  "standing-order-ended": problem(400, "Standing order ended"),
  "too-many-resumptions": problem(400, "Too many resumptions"),
  "number-cooling-down": problem(400, "Number cooling down"),
  "quote-expired": problem(400, "Quote expired"),
  "quote-already-used": problem(400, "Quote already used"),
  "quote-mismatch": problem(400, "Quote mismatch"),
  "rate-too-far": problem(400, "Rate too far"),
  "receiver-amount-mismatch": problem(400, "Receiver amount mismatch"),
  "receiver-expires-too-soon": problem(400, "Receiver expires too soon"),
  "return-not-needed": problem(400, "Return not needed"),
  "not-in-review": problem(400, "Not in review"),
  "money-is-owed": problem(400, "Money is owed"),
  "nothing-to-refund": problem(400, "Nothing to refund"),
  ...caseProblems,
  "receiver-already-used": problem(400, "Receiver already used"),
  "provider-not-available-for-number": problem(400, "Provider not available for this number"),
  "kyc-already-pending": problem(400, "KYC already pending"),
  "kyc-already-complete": problem(400, "KYC already complete"),
  "kyc-already-decided": problem(400, "KYC already decided"),
  "kyc-tiers-out-of-order": problem(400, "KYC tiers out of order"),
  "account-in-use": problem(400, "Account in use"),
  "last-admin": problem(400, "Last admin"),
  "user-not-verified": problem(400, "User not verified"),
  unauthenticated: problem(401, "Unauthenticated"),
  "invalid-credentials": problem(401, "Invalid credentials"),
  forbidden: problem(403, "Forbidden"),
  ...staffProblems,
  "account-not-verified": problem(403, "Account not verified"),
  "account-deactivated": problem(403, "Account deactivated"),
  "account-suspended": problem(403, "Account suspended"),
  "kyc-required": problem(403, "KYC required"),
  "not-found": problem(404, "Not found"),
  "method-not-allowed": problem(405, "Method not allowed"),
  "request-timeout": problem(408, "Request timeout"),
  "idempotency-in-progress": problem(409, "Request in progress", 1),
  "body-too-large": problem(413, "Body too large"),
  "unsupported-media-type": problem(415, "Unsupported media type"),
  "validation-failed": problem(422, "Validation failed"),
  "idempotency-key-reused": problem(422, "Idempotency key reused"),
  "too-many-requests": problem(429, "Too many requests", 60),
  "too-many-failures": problem(429, "Too many failures", 3_600),
  "headers-too-large": problem(431, "Headers too large"),
  "rate-unavailable": problem(503, "Rate unavailable", 30),
  "provider-unavailable": problem(503, "Provider unavailable", 60),
  "liquidity-unavailable": problem(503, "Liquidity unavailable", 60),
  "service-unavailable": problem(503, "Service unavailable", 1),
  "internal-error": problem(500, "Internal error"),
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text);
}
