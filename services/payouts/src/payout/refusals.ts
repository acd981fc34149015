/** Why a payout refuses a command: nobody ordered it. */
export type PayoutRefusal = "payout-unknown";
