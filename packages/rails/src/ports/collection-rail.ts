import type { Instant, Xof } from "@sanu/kernel";
import type { CallOutcome, Unknown } from "./call-outcome.ts";
import type { CallbackReading, ProviderCallback } from "./callback.ts";
import type { Rail } from "./rail.ts";

/** `key` is the attempt's key: the same order always carries the same one. */
export interface CollectionOrder {
  readonly key: string;
  readonly amountXof: Xof;
  /** E.164 with the leading plus. */
  readonly payerNumber: string;
  readonly channel: string;
  /** Shown to the payer; holds no personal data. */
  readonly description: string;
  readonly returnUrl?: string;
}

/** `paymentUrl` is null where the provider prompts the phone and shows no page. */
export interface CollectionInitiated {
  readonly providerReference: string;
  readonly paymentUrl: string | null;
}

export interface CollectionQuery {
  readonly key: string;
  /** Null while no answer has named one; the rail then asks by key. */
  readonly providerReference: string | null;
  readonly withinMs?: number;
}

export type CollectionFailure =
  | "declined"
  | "insufficient-funds"
  | "expired"
  | "cancelled"
  | "refused-by-provider";

/** A rail gives each receipt a reference of its own, unique at that provider. */
export interface Receipt {
  readonly receiptReference: string;
  readonly amountXof: Xof;
  /** By the provider's clock; null where it does not say. */
  readonly receivedAt: Instant | null;
  /** E.164 of the number that paid, which on a page need not be the one of the order; absent where the provider does not name it. */
  readonly payerNumber?: string;
}

/** A receipt that the provider has taken back from us, all of it. */
export interface ReversedReceipt {
  readonly receiptReference: string;
  readonly amountXof: Xof;
  readonly reversedAt: Instant;
}

/**
 * `not-found` is no failure: the order may still be on its way.
 * `receipts` are the oldest first: one, unless the money came twice. Of a `reversed` order they are those that stand.
 */
export type CollectionStatus =
  | ({ readonly kind: "pending" } & CollectionInitiated)
  | {
      readonly kind: "completed";
      readonly providerReference: string;
      readonly receipts: readonly [Receipt, ...Receipt[]];
      /** The provider's clock as it answered, by which its other moments are understood; null where it does not say. */
      readonly statedAt: Instant | null;
    }
  | {
      readonly kind: "reversed";
      readonly providerReference: string;
      readonly receipts: readonly Receipt[];
      readonly reversals: readonly [ReversedReceipt, ...ReversedReceipt[]];
      readonly statedAt: Instant | null;
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
  /** The key of the collection that is given back: behind the same reference, another account holds somebody else's. */
  readonly collectionKey: string;
  readonly providerReference: string;
  /** Which money of that collection: it can have been paid twice, and not by the same person. */
  readonly receiptReference?: string;
  readonly amountXof: Xof;
}

export type RefundFailure = "wallet-refused" | "not-refundable" | "refused-by-provider";

/** What the provider says of the refund's end in the same answer, null where it says nothing yet. */
export interface RefundAccepted {
  readonly refundReference: string;
  readonly settled: Extract<RefundStatus, { readonly kind: "settled" }> | null;
}

export type RefundStatus =
  | { readonly kind: "pending" }
  /** `amountXof` is what the payer got: less than was ordered where the provider took its fee from it. */
  | { readonly kind: "settled"; readonly amountXof: Xof; readonly settledAt: Instant }
  /** It had settled, and so much is back with us. */
  | { readonly kind: "reversed"; readonly amountXof: Xof; readonly reversedAt: Instant }
  | { readonly kind: "failed"; readonly reason: RefundFailure }
  | { readonly kind: "not-found" }
  | Unknown;

export interface CollectionRail extends Rail {
  /**
   * The longest that an order which was placed can be paid, as the provider documents it. One that is still pending
   * behind that is not paid; what comes all the same is late.
   */
  readonly promptLifeMs: number;
  readonly initiate: (
    order: CollectionOrder,
  ) => Promise<CallOutcome<CollectionInitiated, CollectionFailure>>;
  readonly status: (query: CollectionQuery) => Promise<CollectionStatus>;
  /** Null where an unpaid order cannot be closed; the answer is the order's status after it. */
  readonly cancel: ((query: CollectionQuery) => Promise<CollectionStatus>) | null;
  readonly refund: (order: RefundOrder) => Promise<CallOutcome<RefundAccepted, RefundFailure>>;
  readonly refundStatus: (query: {
    readonly key: string;
    readonly providerReference?: string | null;
  }) => Promise<RefundStatus>;
  /** Its provider may send callbacks by PUT as well as by POST. */
  readonly takesCallbacksByPut?: true;
  readonly readCallback: (callback: ProviderCallback, now: Instant) => CallbackReading;
}
