import type { Instant, Xof } from "@sanu/kernel";
import type { CallOutcome, Unknown } from "./call-outcome.ts";
import type { FloatReading } from "./float-reading.ts";
import type { Rail } from "./rail.ts";

/** `key` is the attempt's key: the same order always carries the same one. */
export interface DisburseOrder {
  readonly key: string;
  readonly amountXof: Xof;
  /** E.164 with the leading plus. */
  readonly number: string;
  readonly channel: string;
  /** Shown to the receiver; holds no personal data. */
  readonly description: string;
}

/** `channel-closed` and `insufficient-float` may pass: the operator opens again, our account is filled up. */
export type DisburseFailure =
  | "channel-closed"
  | "insufficient-float"
  | "receiver-not-found"
  | "receiver-wallet-full"
  | "refused-by-provider";

/** `not-found` is no failure: the order may still be on its way. */
export type DisburseStatus =
  | { readonly kind: "pending"; readonly providerReference: string }
  | {
      readonly kind: "settled";
      readonly providerReference: string;
      readonly amountXof: Xof;
      /** Taken from our account besides. */
      readonly feeXof: Xof;
      readonly settledAt: Instant;
    }
  /** It had settled, and so much is back in our account; the fee need not be. */
  | {
      readonly kind: "reversed";
      readonly providerReference: string;
      readonly amountXof: Xof;
      readonly reversedAt: Instant;
    }
  | {
      readonly kind: "failed";
      readonly providerReference: string;
      readonly reason: DisburseFailure;
    }
  | { readonly kind: "not-found" }
  | Unknown;

export type DisburseAccepted = Extract<DisburseStatus, { readonly kind: "pending" | "settled" }>;

export type DisburseConditions =
  | {
      readonly kind: "conditions";
      readonly isOpen: boolean;
      readonly amountXofMin: Xof;
      readonly amountXofMax: Xof;
      /** Each payout takes its amount and the provider's fee from it. */
      readonly floatXof: Xof;
    }
  | { readonly kind: "unknown-channel" }
  | Unknown;

/** There is no cancelling: what was ordered may be on its way. */
export interface DisburseRail extends Rail {
  readonly disburse: (
    order: DisburseOrder,
  ) => Promise<CallOutcome<DisburseAccepted, DisburseFailure>>;
  /** `providerReference` where an answer has named one: not every provider can be asked by our key. */
  readonly status: (key: string, providerReference?: string | null) => Promise<DisburseStatus>;
  /** Asked before money is taken that would have to be paid out there; it promises nothing. */
  readonly conditions: (channel: string) => Promise<DisburseConditions>;
  /** What each account could pay out, asked for all at once and often: it promises nothing either. */
  readonly floats: () => Promise<FloatReading>;
}
