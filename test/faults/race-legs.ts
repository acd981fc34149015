import type { Operation } from "@sanu/sandbox";
import type { Ending } from "./ending.ts";
import type { Order } from "./outcomes.ts";

/** What becomes of the money behind the silence, and what two of the staff say of it. */
export type End = "arrived" | "never";

/** A leg whose call is taken and not answered, nor is any question about it. */
interface Leg {
  readonly service: "payments" | "payouts";
  readonly kind: "send" | "disbursement" | "refund" | "collection";
  readonly silent: readonly Operation[];
  readonly orders: Readonly<Partial<Record<End, Order>>>;
  /** How such an order ends where that is said of the leg, or the provider says it first. */
  readonly endings: Readonly<Record<End, Pick<Ending, "status" | "refunds" | "reviews">>>;
}

const completed = { status: "COMPLETED", refunds: [], reviews: [] } as const;
const refunded = { status: "FAILED", refunds: ["payout-failed"], reviews: [] } as const;
const mismatched = { status: "FAILED", refunds: ["payment-amount-mismatch"], reviews: [] } as const;
const bought = { payer: "pays at once", receiver: "settles at once" } as const;
const sale = { seller: "pays at once", place: "gets sats back at once" } as const;

export const legs: Readonly<Record<"send" | "disbursement" | "refund" | "collection", Leg>> = {
  send: {
    service: "payouts",
    kind: "send",
    silent: ["lightning.pay", "lightning.track"],
    orders: {
      arrived: bought,
      never: { payer: "pays at once", receiver: "fails" },
    },
    endings: { arrived: completed, never: refunded },
  },
  disbursement: {
    service: "payouts",
    kind: "disbursement",
    silent: ["disbursements.create", "disbursements.read"],
    orders: {
      arrived: { ...sale, wallet: "takes XOF at once" },
      never: { ...sale, wallet: "is not there" },
    },
    endings: { arrived: completed, never: refunded },
  },
  refund: {
    service: "payments",
    kind: "refund",
    silent: ["refunds.create", "refunds.read"],
    orders: { arrived: { payer: "pays less", receiver: "settles at once" } },
    // It is owed until the staff has refunded it.
    endings: {
      arrived: mismatched,
      never: { ...mismatched, status: "PROCESSING", reviews: ["refund-failed"] },
    },
  },
  collection: {
    service: "payments",
    kind: "collection",
    silent: ["payments.create", "payments.read"],
    orders: {
      arrived: bought,
      never: { payer: "declines", receiver: "settles at once" },
    },
    endings: { arrived: completed, never: { status: "FAILED", refunds: [], reviews: [] } },
  },
};
export type LegName = keyof typeof legs;
