import type {
  CollectionOrder,
  CollectionRail,
  DisburseOrder,
  DisburseRail,
  InvoiceOrder,
  LightningReceiveRail,
  SendCommand,
  SendOrder,
  SendRail,
  StatementLine,
  StatementRail,
} from "@sanu/rails";

export type BrokenCall =
  | "initiate"
  | "collection-status"
  | "refund"
  | "refund-status"
  | "create-invoice"
  | "receive-status"
  | "capture"
  | "cancel-invoice"
  | "prepare"
  | "send"
  | "send-status"
  | "disburse"
  | "disburse-status"
  | "conditions"
  | "statement"
  | "floats"
  | "liquidity";

/** How a provider's next answer goes wrong. `…-after-acting`: the provider did what it was asked. */
export type Breakage =
  | "no-response"
  | "no-response-after-acting"
  | "reset-after-acting"
  | "fault"
  | "fault-after-acting"
  | "busy"
  | "page"
  | "garbage"
  | "not-found";

export interface ProviderHarness {
  /** Makes the provider's answers to the next `times` calls go wrong. */
  readonly breakNext: (call: BrokenCall, how: Breakage, times?: number) => void;
  /** Forgets breakages that were not used up. */
  readonly heal: () => void;
  /** False where the provider can be asked only by names of its own: what none of its answers named stays unknown. */
  readonly findsByKey?: boolean;
}

/** What a connector for money in gives to be checked: itself, its provider's switches, and the truth. */
export interface CollectionHarness extends ProviderHarness {
  readonly rail: CollectionRail;
  /** A new order that the provider accepts and nobody pays by itself. */
  readonly newOrder: () => CollectionOrder;
  readonly newRefusedOrder: () => CollectionOrder;
  /** How many orders the provider has taken so far, whatever their keys. */
  readonly ordersCreated: () => number;
  readonly pay: (key: string) => void;
  readonly decline: (key: string) => void;
  /** The provider takes back what was paid, or gets back what was refunded, under this key. */
  readonly reverse: (key: string) => void;
  /** From now on payers get so much less of a refund than was ordered. */
  readonly shortenRefunds: (byXof: bigint) => void;
  /** Whether the provider refuses to give back more than came in; where it does not, only our own books do. */
  readonly bindsRefunds: boolean;
  /** How many refunds the provider has taken so far, whatever their keys. */
  readonly refundsMade: () => number;
}

/** What a connector for receiving over Lightning gives to be checked. */
export interface ReceiveHarness extends ProviderHarness {
  readonly rail: LightningReceiveRail;
  /** A new order that the node accepts and nobody pays by itself, and what captures it. */
  readonly newOrder: () => { readonly order: InvoiceOrder; readonly preimage: string };
  readonly newRefusedOrder: () => InvoiceOrder;
  /** A wallet pays; false where the node does not take it. */
  readonly pay: (paymentHash: string) => boolean | Promise<boolean>;
  readonly invoicesMade: () => number;
  readonly capturesMade: () => number;
}

/** What a connector for money out gives to be checked. */
export interface SendHarness extends ProviderHarness {
  readonly rail: SendRail;
  readonly newOrder: () => SendOrder;
  /** A new order that can be prepared and is then refused for good. */
  readonly newFailingOrder: () => SendOrder;
  readonly feeLimitSats: SendCommand["feeLimitSats"];
  /** How much less than a fee in whole satoshis can leave the node, which counts in thousandths; nothing where absent. */
  readonly feeRoundingSats?: bigint;
  /** How many sends the provider has begun so far, whatever their keys. */
  readonly sendsBegun: () => number;
}

/** What a connector for mobile money out gives to be checked. */
export interface DisburseHarness extends ProviderHarness {
  readonly rail: DisburseRail;
  readonly newOrder: () => DisburseOrder;
  /** A new order that the provider refuses definitely, without taking it. */
  readonly newRefusedOrder: () => DisburseOrder;
  readonly newFailingOrder: () => DisburseOrder;
  /** Whether the answer to the order says at once that it has failed; else its status does. */
  readonly failsAtOnce: boolean;
  /** How many orders the provider has taken so far, whatever their keys. */
  readonly ordersCreated: () => number;
  /** What was paid out under this key is back with us. */
  readonly reverse: (key: string) => void;
  readonly openChannel: string;
  readonly unknownChannel: string;
}

/** What a connector for statements gives to be checked. */
export interface StatementHarness extends ProviderHarness {
  readonly rail: StatementRail;
  readonly account: string;
  /** Moves money on the account, and returns what its line has to say. */
  readonly move: () => Promise<Pick<StatementLine, "key" | "kind" | "currency" | "amount">>;
}

/** One promise of a port; `run` throws where a connector breaks it. */
export interface ConformanceCheck<Harness> {
  readonly title: string;
  readonly run: (harness: Harness) => Promise<void>;
}
