/**
 * A customer: an account as far as it may order.
 *
 *   open ──close, nothing is open──▶ closed
 *     └────close, something is open──▶ open, refused
 *
 * Closed is for ever: identity erases the person then.
 */
export interface Customer {
  readonly status: "open" | "closed";
  /** The erasure that was decided last. */
  readonly erasureId?: string;
}

export const openCustomer: Customer = { status: "open" };
