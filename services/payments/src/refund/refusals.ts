/** Why a refund refuses a command: nobody ordered it. */
export type RefundRefusal = "refund-unknown";
