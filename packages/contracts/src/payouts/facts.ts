import type { PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { defineFact } from "../fact.ts";
import { InstantText, idOf, SatsText } from "../texts.ts";
import { PayoutFailureReason } from "../transactions/words.ts";

const ofPayout = {
  payoutId: idOf<PayoutId>(),
  transactionId: idOf<TransactionId>(),
};

/** The receiver has the sats, proven by the rail. */
export const PayoutSettled = defineFact({
  service: "payouts",
  name: "PayoutSettled",
  version: 1,
  schema: z.object({
    ...ofPayout,
    amountSats: SatsText,
    feeSats: SatsText,
    settledAt: InstantText,
  }),
});

/** The rail said definitely that nothing was and nothing will be sent. */
export const PayoutFailed = defineFact({
  service: "payouts",
  name: "PayoutFailed",
  version: 1,
  schema: z.object({ ...ofPayout, reason: PayoutFailureReason, failedAt: InstantText }),
});

export const payoutsFacts = [PayoutSettled, PayoutFailed] as const;
