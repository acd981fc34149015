import type { TransactionEvent } from "../../transaction/events.ts";

/** Somebody says that she gave the money back by hand, and nobody has agreed yet: by our rails it would go out twice. */
export class GivenByHandError extends Error {
  override readonly name = "GivenByHandError";
}

/** Whether a person ends the question by these events: what a provider says late is a fact, whatever was said before. */
export function isOfPerson(event: TransactionEvent): boolean {
  switch (event.type) {
    case "TransactionReviewResolved":
      return event.resolvedBy !== null;
    case "TransactionRefundSettled":
      return event.refundId === null;
    case "TransactionDebtSettled":
      return event.by === "paid-by-hand";
    default:
      return event.type === "TransactionRefundRequested";
  }
}

/** `undefined` where what was decided would end a question over somebody's word that the money was given back by hand. */
export async function unlessGivenByHand<Result>(
  decide: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await decide();
  } catch (error) {
    if (error instanceof GivenByHandError) return undefined;
    throw error;
  }
}
