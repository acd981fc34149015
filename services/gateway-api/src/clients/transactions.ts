import {
  CancelTransaction,
  CreateTransaction,
  FindProgress,
  GetFlashback,
  GetPaymentPage,
  GetRemaining,
  GetResume,
  GetTransaction,
  ListProgress,
  ListTransactions,
  ProvideRefundInvoice,
  type RequestInput,
} from "@sanu/contracts";
import { type CommandId, newId } from "@sanu/kernel";
import { requestLimits } from "../limits.ts";
import type { Call, RequestClient } from "./request-client.ts";

export type TransactionsClient = ReturnType<typeof createTransactionsClient>;

export type TransactionOrder = Omit<RequestInput<typeof CreateTransaction>, "commandId">;

export function createTransactionsClient(request: RequestClient) {
  return {
    createTransaction: (order: TransactionOrder, call: Call) => create(request, order, call),
    cancelTransaction: (
      input: Omit<RequestInput<typeof CancelTransaction>, "commandId">,
      call: Call,
    ) => {
      const commandId = newId() as CommandId;
      return request(CancelTransaction, { ...input, commandId }, { ...call, commandId });
    },
    giveReturnInvoice: (
      input: Omit<RequestInput<typeof ProvideRefundInvoice>, "commandId">,
      call: Call,
    ) => {
      const commandId = newId() as CommandId;
      return request(ProvideRefundInvoice, { ...input, commandId }, { ...call, commandId });
    },
    getTransaction: (input: RequestInput<typeof GetTransaction>, call: Call) =>
      request(GetTransaction, input, call),
    listTransactions: (input: RequestInput<typeof ListTransactions>, call: Call) =>
      request(ListTransactions, input, call),
    getFlashback: (input: RequestInput<typeof GetFlashback>, call: Call) =>
      request(GetFlashback, input, call),
    getRemaining: (input: RequestInput<typeof GetRemaining>, call: Call) =>
      request(GetRemaining, input, call),
    getResume: (input: RequestInput<typeof GetResume>, call: Call) =>
      request(GetResume, input, call),
    getPaymentPage: (input: RequestInput<typeof GetPaymentPage>, call: Call) =>
      request(GetPaymentPage, input, call),
    findProgress: (input: RequestInput<typeof FindProgress>, call: Call) =>
      request(FindProgress, input, call),
    listProgress: (input: RequestInput<typeof ListProgress>, call: Call) =>
      request(ListProgress, input, call),
  };
}

/** Parallel copies of a request wait for the answer of the first, but no longer than the request may take. */
async function create(request: RequestClient, order: TransactionOrder, call: Call) {
  const commandId = newId() as CommandId;
  const { deadlineAt = performance.now() + requestLimits.totalMs } = call;
  for (;;) {
    const input = { ...order, commandId };
    const answer = await request(CreateTransaction, input, { ...call, commandId, deadlineAt });
    const isUnderWay =
      answer.kind === "refused" && answer.refusal.code === "idempotency-in-progress";
    if (!isUnderWay || performance.now() + requestLimits.retryPauseMs >= deadlineAt) return answer;
    await new Promise((resolve) => setTimeout(resolve, requestLimits.retryPauseMs));
  }
}
