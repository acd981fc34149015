import type { ConnectorChoice, PaymentFailureReason, Verdict } from "@sanu/contracts";
import type { CaseId, Instant, Xof } from "@sanu/kernel";
import type { PaymentOrder } from "./state.ts";

export interface RequestPayment {
  readonly kind: "request";
  readonly order: PaymentOrder;
  /** Where nobody fits, the payment fails at once: nobody was asked for money. */
  readonly choice?: ConnectorChoice;
  readonly at: Instant;
}

/** The provider said that it has the order. */
export interface InitiatePayment {
  readonly kind: "initiate";
  readonly at: Instant;
}

/** Money as the provider's own record shows it. */
export interface SeenReceipt {
  readonly receiptReference: string;
  readonly amountXof: Xof;
  /** By the provider's clock; null where it does not say. */
  readonly receivedAt: Instant | null;
  /** E.164; in no event. */
  readonly payerNumber?: string;
}

/** A receipt that the provider has taken back. */
export interface SeenReversal {
  readonly receiptReference: string;
  readonly amountXof: Xof;
  readonly reversedAt: Instant;
}

/** Everything that the provider's record shows as received for this payment and still there, the oldest first. */
export interface RecordReceipts {
  readonly kind: "record-receipts";
  readonly attemptNumber: number;
  readonly receipts: readonly SeenReceipt[];
  /** What it shows as received and taken back. */
  readonly reversals: readonly SeenReversal[];
  /** The provider's clock as it showed them; null where it does not say. */
  readonly statedAt: Instant | null;
  /** What came so long behind the end of its order is honoured; what came later goes back. */
  readonly graceMs: number;
  readonly at: Instant;
}

/** The provider said definitely that the money will not come. */
export interface FailPayment {
  readonly kind: "fail";
  /** Whose end it is; absent where the order itself is given up. */
  readonly attemptNumber?: number;
  /** Whom to ask next, where its provider never had the order and another one may. */
  readonly next?: ConnectorChoice | undefined;
  readonly reason: PaymentFailureReason;
  readonly at: Instant;
}

export interface CancelPayment {
  readonly kind: "request-cancel";
  readonly at: Instant;
}

export interface RecordUnknown {
  readonly kind: "record-unknown";
  readonly since: Instant;
}

/** Two of the staff say what happened to the collection whose outcome nobody knows. */
export interface ConcludePayment {
  readonly kind: "conclude";
  readonly caseId: CaseId;
  readonly verdict: Verdict;
  readonly at: Instant;
}

/** Two of the staff say whether a receipt came that its provider denies, or as how much where it shows another amount by now. */
export interface DecideReceipt {
  readonly kind: "decide-receipt";
  readonly receiptReference: string;
  readonly verdict: Verdict["kind"];
  /** How much came by that verdict; absent where it says that nothing did. */
  readonly amountXof?: Xof;
  readonly caseId: CaseId;
  readonly at: Instant;
}

export type PaymentCommand =
  | RequestPayment
  | InitiatePayment
  | RecordReceipts
  | FailPayment
  | CancelPayment
  | RecordUnknown
  | ConcludePayment
  | DecideReceipt;
