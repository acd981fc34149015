import type { PayoutFailureReason } from "@sanu/contracts";
import type { Instant, Sats } from "@sanu/kernel";
import type { PayoutOrder } from "./state.ts";

/** A transaction was paid: send its sats. */
export interface RequestPayout {
  readonly kind: "request";
  readonly order: PayoutOrder;
  readonly at: Instant;
}

/** The rail proved that the receiver has the sats. */
export interface SettlePayout {
  readonly kind: "settle";
  readonly feeSats: Sats;
  readonly settledAt: Instant;
}

/** The rail said definitely that this attempt sent nothing and never will. */
export interface RejectAttempt {
  readonly kind: "reject-attempt";
  readonly attemptNumber: number;
  readonly reason: PayoutFailureReason;
  /** How many attempts a payout may have; a setting. */
  readonly attemptsMax: number;
  readonly at: Instant;
}

export type PayoutCommand = RequestPayout | SettlePayout | RejectAttempt;
