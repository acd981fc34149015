import { newId } from "@sanu/kernel";

export const paymentCompleted = {
  paymentId: newId<string>(),
  transactionId: newId<string>(),
  received: { currency: "XOF", amountXof: "5000" },
  receiptId: "receipt",
  completedAt: "2026-11-21T07:00:00.000000Z",
};
