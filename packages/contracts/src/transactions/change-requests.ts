import type { AccountId, CommandId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { requestsOf } from "../request.ts";
import { adminMoney } from "../staff-use.ts";
import { idOf } from "../texts.ts";
import { TransactionStatus } from "./enums.ts";
import { TransactionDetailView } from "./views.ts";

const request = requestsOf("transactions");
const ofOwner = {
  commandId: idOf<CommandId>(),
  accountId: idOf<AccountId>(),
  transactionId: idOf<TransactionId>(),
};

/**
 * The owner changed her mind. Where nothing is paid yet, payments is asked to close the collection; the answer is
 * the transaction as it stands, which ends only with the rail's definite word. Again is the same.
 */
export const CancelTransaction = request("cancel-transaction", {
  request: z.object(ofOwner),
  reply: z.object({ transaction: TransactionDetailView }),
  refusals: ["not-found"],
});

/** The seller gives a BOLT 11 invoice for the refund of her sats. The same invoice again is the same refund. */
export const ProvideRefundInvoice = request("provide-refund-invoice", {
  request: z.object({ ...ofOwner, invoice: z.string() }),
  reply: z.object({ transaction: TransactionDetailView }),
  refusals: [
    "not-found",
    "validation-failed",
    "return-not-needed",
    "receiver-amount-mismatch",
    "receiver-expires-too-soon",
    "receiver-already-used",
  ],
});

/**
 * Somebody of the staff ends a review. `close`: nothing has to be done; refused while money is owed that nobody
 * moves, or while nobody knows what became of some. `refund`: everything that is owed goes back by our rails, once.
 * `returned`: always refused, because what was refunded outside takes two people. `proposal-pending`: one of the staff
 * says that it was, and the other one has not said so yet.
 */
export const ResolveReview = request("resolve-review", {
  staff: adminMoney,
  request: z.object({
    commandId: idOf<CommandId>(),
    transactionId: idOf<TransactionId>(),
    resolvedBy: idOf<AccountId>(),
    resolution: z.enum(["close", "refund", "returned"]),
    /** In her own words; it is kept where it can be erased, not in the log. */
    reason: z.string().min(1),
  }),
  reply: z.object({ status: TransactionStatus, isInReview: z.boolean() }),
  refusals: [
    "not-found",
    "not-in-review",
    "money-is-owed",
    "nothing-to-refund",
    "own-account",
    "outcome-unknown",
    "two-people-needed",
    "proposal-pending",
  ],
});

export const changeRequests = [CancelTransaction, ProvideRefundInvoice, ResolveReview] as const;
