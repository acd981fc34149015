import type {
  ExistingTransaction,
  Held,
  Paid,
  PaymentFailed,
  PayoutFailed,
  PayoutHeld,
  Pending,
  Transaction,
} from "./state.ts";

// A log in which an event stands behind a status that it cannot follow is broken: a fault, not a state.

export function assumePlaced(state: Transaction): ExistingTransaction {
  if (state.status === "none") throw new Error("A transaction begins with TransactionCreated");
  return state;
}

export function assumePending(state: Transaction): Pending {
  if (state.status !== "pending") throw brokenLog("pending", state);
  return state;
}

/** What can be paid out: it was not in, or held until now. */
export function assumePayable(state: Transaction): Pending | PayoutHeld {
  return state.status === "payout-held" ? state : assumePending(state);
}

/** What can be held: it was not in, or nobody was asked to send it; what is held already stays so for another cause. */
export function assumeHoldable(state: Transaction): Pending | Paid | PayoutHeld {
  return state.status === "paid" || state.status === "payout-held" ? state : assumePending(state);
}

export function assumePaid(state: Transaction): Paid {
  if (state.status !== "paid") throw brokenLog("paid", state);
  return state;
}

/** A payout that can still settle: it is under way, or nothing was refunded of its money. */
export function assumePayout(state: Transaction): Paid | PayoutFailed {
  if (state.status !== "paid" && state.status !== "payout-failed") throw brokenLog("paid", state);
  return state;
}

type EndableTransaction = Pending | PaymentFailed | Held | PayoutHeld | PayoutFailed;

/** What can fail: not what is paid, before its payout has failed. */
export function assumeEndable(state: Transaction): EndableTransaction {
  switch (state.status) {
    case "pending":
    case "payment-failed":
    case "held":
    case "payout-held":
    case "payout-failed":
      return state;
    default:
      throw brokenLog("about to fail", state);
  }
}

function brokenLog(expected: string, { status }: Transaction): Error {
  return new Error(`A transaction that was not ${expected} but ${status} goes on as if it were`);
}
