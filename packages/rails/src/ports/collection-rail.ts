import type { RetryRule } from "@sanu/attempts";
import type { Instant, Xof } from "@sanu/kernel";
import type { CallOutcome, Unknown } from "./call-outcome.ts";
import type { CallbackReading, ProviderCallback } from "./callback.ts";

/** An order to collect. `key` is the attempt's key: the same order always carries the same key. */
export interface CollectionOrder {
  readonly key: string;
  readonly amountXof: Xof;
  /** E.164 with the leading plus. */
  readonly payerNumber: string;
  readonly channel: string;
  /** Shown to the payer; holds no personal data. */
  readonly description: string;
  /** Where the provider's page sends the payer's browser back to. */
  readonly returnUrl?: string;
}

/** The provider has the order; `paymentUrl` is null where it prompts the phone and shows no page. */
export interface CollectionInitiated {
  readonly providerReference: string;
  readonly paymentUrl: string | null;
}

export interface CollectionQuery {
  readonly key: string;
  /** Null while no answer has named one; the rail then asks by key. */
  readonly providerReference: string | null;
  /** How long the answer is worth waiting for; as long as any other when it is not said. */
  readonly withinMs?: number;
}

/** Why a provider says definitely that the money of an order will not come. */
export type CollectionFailure =
  | "declined"
  | "insufficient-funds"
  | "expired"
  | "cancelled"
  | "refused-by-provider";

/** Money that arrived. A rail gives each receipt a reference of its own, unique at that provider. */
export interface Receipt {
  readonly receiptReference: string;
  readonly amountXof: Xof;
  readonly receivedAt: Instant;
}

/**
 * What the provider says about an order. `not-found` is no failure: the order may still be on its way.
 * `receipts` holds all money that came in under the order, the oldest first: one, unless it came twice.
 */
export type CollectionStatus =
  | ({ readonly kind: "pending" } & CollectionInitiated)
  | {
      readonly kind: "completed";
      readonly providerReference: string;
      readonly receipts: readonly [Receipt, ...Receipt[]];
    }
  | {
      readonly kind: "failed";
      readonly providerReference: string;
      readonly reason: CollectionFailure;
    }
  | { readonly kind: "not-found" }
  | Unknown;

export interface RefundOrder {
  readonly key: string;
  /** The reference of the collection whose money goes back. */
  readonly providerReference: string;
  readonly amountXof: Xof;
}

export type RefundFailure = "wallet-refused" | "not-refundable" | "refused-by-provider";

/** The provider has the refund; what it says of its end in the same answer, null where it says nothing yet. */
export interface RefundAccepted {
  readonly refundReference: string;
  readonly settled: Extract<RefundStatus, { readonly kind: "settled" }> | null;
}

export type RefundStatus =
  | { readonly kind: "pending" }
  | { readonly kind: "settled"; readonly amountXof: Xof; readonly settledAt: Instant }
  | { readonly kind: "failed"; readonly reason: RefundFailure }
  | { readonly kind: "not-found" }
  | Unknown;

/**
 * Money in over one mobile-money provider. No method throws for anything a provider does or fails to do;
 * each returns within the rail's time-out. Bugs of the caller are exceptions.
 */
export interface CollectionRail {
  readonly provider: string;
  readonly retryRule: RetryRule;
  readonly initiate: (
    order: CollectionOrder,
  ) => Promise<CallOutcome<CollectionInitiated, CollectionFailure>>;
  readonly status: (query: CollectionQuery) => Promise<CollectionStatus>;
  /** Asks the provider to close an unpaid order; the answer is the order's status after it. */
  readonly cancel: ((query: CollectionQuery) => Promise<CollectionStatus>) | null;
  readonly refund: (order: RefundOrder) => Promise<CallOutcome<RefundAccepted, RefundFailure>>;
  readonly refundStatus: (query: { readonly key: string }) => Promise<RefundStatus>;
  /** Reads a callback as it came over the wire. Pure. */
  readonly readCallback: (callback: ProviderCallback, now: Instant) => CallbackReading;
  /** Ends the rail's open connections. */
  readonly close: () => Promise<void>;
}
