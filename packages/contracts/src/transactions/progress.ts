import type { AccountId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { requestsOf } from "../request.ts";
import { idOf } from "../texts.ts";
import { TransactionStatus } from "./enums.ts";

const request = requestsOf("transactions");
const transactionId = idOf<TransactionId>();

export const progressLimits = {
  transactionsMax: 100,
} as const;

/** How far a transaction is, for whoever follows it: nothing about the person or the receiver. */
export const ProgressView = z.object({
  transactionId,
  /** How many events it has; a higher one is a later state. */
  revision: z.int().min(1),
  status: TransactionStatus,
  paymentStatus: TransactionStatus,
  payoutStatus: TransactionStatus,
  payoutReference: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** Where to pay, as the detail shows it. */
  paymentUrl: z.string(),
  /** The provider's page, once it is known. */
  providerUrl: z.string().nullable(),
  /** That no payout follows and the money goes back; false from a version that does not tell it. */
  isGoingBack: z.boolean().default(false),
  /** That the staff has to look before it goes on; false from a version that does not tell it. */
  isBeingChecked: z.boolean().default(false),
  /** That it is to be cancelled and nobody has said yet that it can be paid no more; false from a version that does not tell it. */
  isBeingCancelled: z.boolean().default(false),
  /** Whether the invoice of a sale is made. */
  hasInvoice: z.boolean().default(false),
  /** The end of its price; null from a version that does not tell it. */
  expiresAt: z.string().nullable().default(null),
  /** Whose it is, for who counts how many look; null from a version that does not tell it. */
  accountId: idOf<AccountId>().nullable().default(null),
});
export type ProgressView = z.infer<typeof ProgressView>;

/**
 * How far one transaction is, for its owner or for who holds its page's token. Somebody else's, unknown and ended
 * tokens are not found.
 */
export const FindProgress = request("find-progress", {
  request: z.object({
    of: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("owner"), accountId: idOf<AccountId>(), transactionId }),
      z.object({ kind: z.literal("page"), token: z.string() }),
    ]),
  }),
  reply: z.object({ progress: ProgressView }),
  refusals: ["not-found"],
});

/** How far these transactions are; those that are unknown are left out. For who found them before. */
export const ListProgress = request("list-progress", {
  request: z.object({
    transactionIds: z.array(transactionId).max(progressLimits.transactionsMax).readonly(),
  }),
  reply: z.object({ progress: z.array(ProgressView) }),
});

export const progressRequests = [FindProgress, ListProgress] as const;
