import type { ErasurePlan } from "@sanu/platform";

/**
 * Payouts has nothing left to delete when a person is erased: an attempt forgets the invoice when it ends, and nobody
 * is erased while one of hers is open. So it does not even need to know whose a payout was.
 */
export const erasurePlan: ErasurePlan = { steps: [], emptiedBefore: ["attempts.payload"] };
