/**
 * Why a refund refuses a command.
 * `refund-unknown`: nobody ordered it. `refund-settled`, `refund-failed`, `refund-reversed`: the provider contradicts
 * its own earlier word.
 */
export type RefundRefusal =
  | "refund-unknown"
  | "refund-settled"
  | "refund-failed"
  | "refund-reversed";
