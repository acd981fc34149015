import type { Instant } from "@sanu/kernel";

export const walletLimits = {
  /** So many changes of a wallet are published within that time. */
  publishedMax: 5,
  publishedWithinMs: 86_400_000,
} as const;

/**
 * A customer: an account as far as it may order.
 *
 *   open ──close, nothing is open──▶ closed
 *     └────close, something is open──▶ open, refused
 *
 * Closed is for ever: identity erases the person then. What she saved for her next orders is in her wallet; that it changed is told.
 */
export interface Customer {
  readonly status: "open" | "closed";
  /** The erasure that was decided last. */
  readonly erasureId?: string;
  /** When the wallet changed as far as that was told, the newest last. */
  readonly walletChanges: readonly Instant[];
}

export const openCustomer: Customer = { status: "open", walletChanges: [] };
