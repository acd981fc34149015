import type { ReviewQuestion } from "./state.ts";

type Asked = Pick<ReviewQuestion, "reason" | "about" | "refundId" | "denied">;

/** Whether a provider says otherwise of money than it said before, or a verdict: only the staff ends it. */
export function isContest(question: Asked): boolean {
  return isContestOfRefund(question) || isContestOfPayout(question) || isContestOfReceipt(question);
}

/** Whether the provider says that a refund arrived which by a verdict did not. */
export function isContestOfRefund({
  reason,
  refundId,
}: Pick<Asked, "reason" | "refundId">): boolean {
  return reason === "contradicting-facts" && refundId !== undefined;
}

/** Whether the provider says that a payout arrived which had failed, or was held. */
export function isContestOfPayout({ reason, about }: Pick<Asked, "reason" | "about">): boolean {
  return reason === "contradicting-facts" && about === "payout";
}

/** Whether the provider says that a receipt which it had taken back stands again: then its payer may have to get it. */
export function isContestOfReceipt({
  reason,
  about,
  denied,
}: Pick<Asked, "reason" | "about" | "denied">): boolean {
  return reason === "contradicting-facts" && about === "payment" && denied === undefined;
}

/** Whether the provider says that a receipt never came which was counted, or as another amount: two of the staff say which word is right. */
export function isDenial({ denied }: Pick<Asked, "denied">): boolean {
  return denied !== undefined;
}
