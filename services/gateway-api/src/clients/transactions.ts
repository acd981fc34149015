import {
  CreateTransaction,
  GetFlashback,
  GetPaymentPage,
  GetRemaining,
  GetTransaction,
  ListTransactions,
  type RequestInput,
} from "@sanu/contracts";
import { type CommandId, newId } from "@sanu/kernel";
import { askLimits } from "../limits.ts";
import type { Asker, Call } from "./asker.ts";

export type TransactionsClient = ReturnType<typeof createTransactionsClient>;

export type TransactionOrder = Omit<RequestInput<typeof CreateTransaction>, "commandId">;

/** The questions that transactions answers to the gateway. */
export function createTransactionsClient(ask: Asker) {
  return {
    createTransaction: (order: TransactionOrder, call: Call) => create(ask, order, call),
    getTransaction: (input: RequestInput<typeof GetTransaction>, call: Call) =>
      ask(GetTransaction, input, call),
    listTransactions: (input: RequestInput<typeof ListTransactions>, call: Call) =>
      ask(ListTransactions, input, call),
    getFlashback: (input: RequestInput<typeof GetFlashback>, call: Call) =>
      ask(GetFlashback, input, call),
    getRemaining: (input: RequestInput<typeof GetRemaining>, call: Call) =>
      ask(GetRemaining, input, call),
    getPaymentPage: (input: RequestInput<typeof GetPaymentPage>, call: Call) =>
      ask(GetPaymentPage, input, call),
  };
}

/** Parallel copies of a request wait for the answer of the first, but no longer than an ask may take. */
async function create(ask: Asker, order: TransactionOrder, call: Call) {
  const commandId = newId() as CommandId;
  const deadlineAt = performance.now() + askLimits.totalMs;
  for (;;) {
    const input = { ...order, commandId };
    const answer = await ask(CreateTransaction, input, { ...call, commandId, deadlineAt });
    const isUnderWay =
      answer.kind === "refused" && answer.refusal.code === "idempotency-in-progress";
    if (!isUnderWay || performance.now() + askLimits.retryPauseMs >= deadlineAt) return answer;
    await new Promise((resolve) => setTimeout(resolve, askLimits.retryPauseMs));
  }
}
