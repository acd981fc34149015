export type PayoutRefusal = "payout-unknown";
