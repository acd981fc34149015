import type { Occurred } from "@sanu/contracts";
import type { Instant, TransactionId } from "@sanu/kernel";
import type { Placed } from "./state.ts";

/** When it is due next is reckoned outside, by the calendar of the business. */
interface Reckoned {
  readonly nextDueAt: Instant | null;
}

interface At {
  readonly at: Instant;
}

export interface PlaceStandingOrder extends Placed, Reckoned, At {
  readonly kind: "place";
}

export interface PauseStandingOrder extends At {
  readonly kind: "pause";
}

export interface ResumeStandingOrder extends Reckoned, At {
  readonly kind: "resume";
  /** It is resumed so often and no more. */
  readonly resumesMax: number;
}

export interface CancelStandingOrder extends At {
  readonly kind: "cancel";
}

/** A due moment has its outcome. */
export interface Occur extends Reckoned, At {
  readonly kind: "occur";
  readonly occurrence: number;
  readonly outcome: Occurred;
  /** So many failures in a row end it. */
  readonly failuresMax: number;
}

/** A transaction of it has ended. */
export interface SettleOccurrence extends At {
  readonly kind: "settle";
  readonly transactionId: TransactionId;
  readonly isCompleted: boolean;
  readonly failuresMax: number;
}

/** Its time is over. */
export interface ExpireStandingOrder extends At {
  readonly kind: "expire";
}

/** Its account was closed by its owner, or its person is erased. */
export interface CloseStandingOrder extends At {
  readonly kind: "close";
}

export type StandingOrderCommand =
  | PlaceStandingOrder
  | PauseStandingOrder
  | ResumeStandingOrder
  | CancelStandingOrder
  | Occur
  | SettleOccurrence
  | ExpireStandingOrder
  | CloseStandingOrder;
