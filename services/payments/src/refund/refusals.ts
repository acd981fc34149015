/**
 * Why a refund refuses a command.
 * `refund-unknown`: nobody ordered it. `refund-settled`, `refund-failed`: the provider contradicts its own
 * earlier word. `amount-differs`: it says that another amount was refunded.
 */
export type RefundRefusal =
  | "refund-unknown"
  | "refund-settled"
  | "refund-failed"
  | "amount-differs";
