import {
  CancelTransaction,
  CreateTransaction,
  FindProgress,
  GetFlashback,
  GetPaymentPage,
  GetRemaining,
  GetResume,
  GetTransaction,
  GiveReturnInvoice,
  ListProgress,
  ListTransactions,
  type RequestInput,
} from "@sanu/contracts";
import { type CommandId, newId } from "@sanu/kernel";
import { askLimits } from "../limits.ts";
import type { Asker, Call } from "./asker.ts";

export type TransactionsClient = ReturnType<typeof createTransactionsClient>;

export type TransactionOrder = Omit<RequestInput<typeof CreateTransaction>, "commandId">;

export function createTransactionsClient(ask: Asker) {
  return {
    createTransaction: (order: TransactionOrder, call: Call) => create(ask, order, call),
    cancelTransaction: (
      input: Omit<RequestInput<typeof CancelTransaction>, "commandId">,
      call: Call,
    ) => {
      const commandId = newId() as CommandId;
      return ask(CancelTransaction, { ...input, commandId }, { ...call, commandId });
    },
    giveReturnInvoice: (
      input: Omit<RequestInput<typeof GiveReturnInvoice>, "commandId">,
      call: Call,
    ) => {
      const commandId = newId() as CommandId;
      return ask(GiveReturnInvoice, { ...input, commandId }, { ...call, commandId });
    },
    getTransaction: (input: RequestInput<typeof GetTransaction>, call: Call) =>
      ask(GetTransaction, input, call),
    listTransactions: (input: RequestInput<typeof ListTransactions>, call: Call) =>
      ask(ListTransactions, input, call),
    getFlashback: (input: RequestInput<typeof GetFlashback>, call: Call) =>
      ask(GetFlashback, input, call),
    getRemaining: (input: RequestInput<typeof GetRemaining>, call: Call) =>
      ask(GetRemaining, input, call),
    getResume: (input: RequestInput<typeof GetResume>, call: Call) => ask(GetResume, input, call),
    getPaymentPage: (input: RequestInput<typeof GetPaymentPage>, call: Call) =>
      ask(GetPaymentPage, input, call),
    findProgress: (input: RequestInput<typeof FindProgress>, call: Call) =>
      ask(FindProgress, input, call),
    listProgress: (input: RequestInput<typeof ListProgress>, call: Call) =>
      ask(ListProgress, input, call),
  };
}

/** Parallel copies of a request wait for the answer of the first, but no longer than the request may take. */
async function create(ask: Asker, order: TransactionOrder, call: Call) {
  const commandId = newId() as CommandId;
  const { deadlineAt = performance.now() + askLimits.totalMs } = call;
  for (;;) {
    const input = { ...order, commandId };
    const answer = await ask(CreateTransaction, input, { ...call, commandId, deadlineAt });
    const isUnderWay =
      answer.kind === "refused" && answer.refusal.code === "idempotency-in-progress";
    if (!isUnderWay || performance.now() + askLimits.retryPauseMs >= deadlineAt) return answer;
    await new Promise((resolve) => setTimeout(resolve, askLimits.retryPauseMs));
  }
}
