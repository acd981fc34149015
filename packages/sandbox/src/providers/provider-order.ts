export type OrderKind = "collection" | "refund" | "disbursement";

/** `recorded`: the provider has it and nothing moves until it is started. */
export type OrderState = "recorded" | "pending" | "settled" | "failed";

/** What a provider keeps of an order of ours. */
export interface ProviderOrder {
  readonly id: number;
  readonly kind: OrderKind;
  readonly key: string;
  readonly amountXof: bigint;
  readonly number: string;
  /** The provider's own name of a channel. */
  readonly channel: string;
  /** The collection that a refund gives back. */
  readonly refunds: ProviderOrder | null;
  readonly createdAtMs: number;
  readonly state: OrderState;
  readonly failure: string | null;
  readonly endedAtMs: number | null;
  /** What the other side got, or gave. */
  readonly arrivedXof: bigint;
  readonly feeXof: bigint;
}

export type NewOrder = Pick<ProviderOrder, "kind" | "key" | "amountXof" | "number" | "channel"> & {
  readonly refunds?: ProviderOrder;
  readonly isRecordedOnly?: boolean;
};
