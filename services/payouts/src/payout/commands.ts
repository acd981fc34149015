import type { ConnectorChoice, Money, PayoutFailureReason, Verdict } from "@sanu/contracts";
import type { CaseId, Instant } from "@sanu/kernel";
import type { PayoutOrder } from "./state.ts";

/** A transaction was paid, or its money has to be refunded: send it. */
export interface RequestPayout {
  readonly kind: "request";
  readonly order: PayoutOrder;
  readonly choice?: ConnectorChoice | undefined;
  /** A lost database may have sent it since then: from the beginning nobody knows what became of it. */
  readonly maybeSentSince?: Instant | undefined;
  readonly at: Instant;
}

export interface SettlePayout {
  readonly kind: "settle";
  readonly attemptNumber: number;
  readonly fee: Money;
  readonly settledAt: Instant;
}

/** The provider says that what it had paid out is with us again. */
export interface ReversePayout {
  readonly kind: "reverse";
  /** Which attempt it speaks of, for one that nobody saw settle. */
  readonly attempt: RejectAttempt;
  readonly money: Money;
  readonly providerReference: string | null;
  readonly reversedAt: Instant;
}

/** The rail said definitely that this attempt sent nothing and never will. */
export interface RejectAttempt {
  readonly kind: "reject-attempt";
  readonly attemptNumber: number;
  readonly reason: PayoutFailureReason;
  readonly attemptsMax: number;
  /** What we hold was not enough. */
  readonly isOurSide?: true;
  /** Whom to ask next. As a fail-over, also where the reason would not pass at this provider. */
  readonly next?: ConnectorChoice | undefined;
  readonly at: Instant;
}

export interface RecordUnknown {
  readonly kind: "record-unknown";
  readonly since: Instant;
}

/** Two of the staff say what happened to the attempt whose outcome nobody knows. */
export interface ConcludePayout {
  readonly kind: "conclude";
  readonly caseId: CaseId;
  readonly verdict: Verdict;
  readonly at: Instant;
}

/** Its account is suspended, or its money was taken back, while an attempt may be under way. */
export interface RequestHold {
  readonly kind: "request-hold";
  readonly at: Instant;
}

/** The same, and this attempt asked nobody; of the ones before it nothing can arrive any more. */
export interface WithholdPayout {
  readonly kind: "withhold";
  readonly attemptNumber: number;
  readonly at: Instant;
}

export type PayoutCommand =
  | RequestPayout
  | SettlePayout
  | ReversePayout
  | RejectAttempt
  | RecordUnknown
  | ConcludePayout
  | RequestHold
  | WithholdPayout;
