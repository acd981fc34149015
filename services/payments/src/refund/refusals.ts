export type RefundRefusal = "refund-unknown";
