import {
  CreateResponse,
  CreateTransaction,
  type FactInput,
  GetTransaction,
  idOf,
  PaymentCompleted,
  PaymentDiscrepancyFound,
  PaymentFailed,
  PaymentInitiated,
  PaymentReversed,
  PayoutFailed,
  PayoutSettled,
  type RequestInput,
  type TransactionDetailView,
  TransactionPaid,
} from "@sanu/contracts";
import {
  type AccountId,
  newId,
  type PaymentId,
  type PayoutId,
  type TransactionId,
} from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import type { RunningTransactions } from "./transactions.fixture.ts";

/** An order to buy for 10 000 XOF, by a person of her own unless told. */
export function order(
  changes: Partial<RequestInput<typeof CreateTransaction>> = {},
): RequestInput<typeof CreateTransaction> {
  return {
    commandId: newId(),
    accountId: newId<"AccountId">(),
    transactionType: "BUY_BITCOIN",
    amountXof: "10000",
    receiver: "ok@sandbox.sanu",
    number: "+2290196000001",
    channel: null,
    quoteId: null,
    idempotency: null,
    ...changes,
  };
}

/** The first page of all transactions. */
export const unfiltered = {
  limit: 50,
  cursor: null,
  status: null,
  transactionType: null,
  fromDay: null,
  toDay: null,
} as const;

/** An order that was accepted. */
export interface Placed {
  readonly accountId: AccountId;
  readonly transactionId: TransactionId;
  readonly paymentId: PaymentId;
  readonly answer: CreateResponse;
}

/** Places an order, once there is a rate; fails the test when it is refused. */
export async function place(
  running: RunningTransactions,
  changes: Partial<RequestInput<typeof CreateTransaction>> = {},
): Promise<Placed> {
  const asked = order(changes);
  const result = await eventually("there is a rate", async () => {
    const answer = await running.request(CreateTransaction, asked);
    return !(answer.kind === "refused" && answer.refusal.code === "rate-unavailable") && answer;
  });
  if (result.kind !== "replied") throw new Error(`Not placed: ${JSON.stringify(result)}`);
  return placedOf(asked.accountId, result.data.responseJson);
}

/** What an accepted order is called by, read from its answer. */
export function placedOf(accountId: AccountId, responseJson: string): Placed {
  const answer = CreateResponse.parse(JSON.parse(responseJson));
  const { id, payment_id: paymentId } = answer.transaction;
  return {
    accountId,
    transactionId: idOf<TransactionId>().parse(id),
    paymentId: idOf<PaymentId>().parse(paymentId),
    answer,
  };
}

/** The order as its owner sees it. */
export async function detailOf(
  running: RunningTransactions,
  { accountId, transactionId }: Placed,
): Promise<TransactionDetailView> {
  const result = await running.request(GetTransaction, { accountId, transactionId });
  if (result.kind !== "replied") throw new Error(`No detail: ${JSON.stringify(result)}`);
  return result.data.transaction;
}

/** Waits until an order has reached a status. */
export function reached(
  running: RunningTransactions,
  placed: Placed,
  status: TransactionDetailView["status"],
): Promise<TransactionDetailView> {
  return eventually(`${placed.transactionId} is ${status}`, async () => {
    const detail = await detailOf(running, placed);
    return detail.status === status && detail;
  });
}

/** What payments says about an order's payment. */
export const said = {
  initiated: (running: RunningTransactions, of: Placed) =>
    running.payments.publish(PaymentInitiated, of.paymentId, {
      ...ofPayment(of),
      channel: "MTN_OPEN",
      initiatedAt: running.clock.now(),
    }),
  completed: (running: RunningTransactions, of: Placed, amountXof = "10000") =>
    received(running, of, { currency: "XOF", amountXof }),
  /** On its provider's page another number paid than the one of the order. */
  completedBy: (running: RunningTransactions, of: Placed, number: string) => {
    running.payers.set(of.paymentId, number);
    const { amount } = of.answer.transaction;
    return received(
      running,
      of,
      { currency: "XOF", amountXof: `${amount}` },
      { isPayerNamed: true },
    );
  },
  takenBack: (running: RunningTransactions, of: Placed, amountXof = "10000") =>
    running.payments.publish(PaymentReversed, of.paymentId, {
      ...ofPayment(of),
      money: { currency: "XOF", amountXof },
      receiptId: `receipt of ${of.paymentId}`,
      reversedAt: running.clock.now(),
    }),
  paidLate: (running: RunningTransactions, of: Placed, amountXof = "10000") =>
    running.payments.publish(PaymentDiscrepancyFound, of.paymentId, {
      ...ofPayment(of),
      discrepancy: "late",
      received: { currency: "XOF", amountXof },
      receiptId: `late receipt of ${of.paymentId}`,
      foundAt: running.clock.now(),
    }),
  failed: (running: RunningTransactions, of: Placed) =>
    running.payments.publish(PaymentFailed, of.paymentId, {
      ...ofPayment(of),
      reason: "declined",
      failedAt: running.clock.now(),
    }),
  /** The sats of a sale are captured. */
  soldFor: (running: RunningTransactions, of: Placed, amountSats: string) =>
    received(running, of, { currency: "SATS", amountSats }),
  payoutFailed: async (
    running: RunningTransactions,
    of: Placed,
    reason: FactInput<typeof PayoutFailed>["reason"],
  ) => {
    const { payoutId } = await payoutOf(running, of);
    const failedAt = running.clock.now();
    await running.payouts.publish(PayoutFailed, payoutId, {
      payoutId,
      transactionId: of.transactionId,
      reason,
      failedAt,
    });
  },
  settled: async (running: RunningTransactions, of: Placed) => {
    const { payoutId, amountSats } = await payoutOf(running, of);
    await running.payouts.publish(PayoutSettled, payoutId, {
      payoutId,
      transactionId: of.transactionId,
      ...(of.answer.transaction.type === "BUY_BITCOIN"
        ? {
            sent: { currency: "SATS", amountSats },
            fee: { currency: "SATS", amountSats: "1" },
          }
        : {
            sent: { currency: "XOF", amountXof: `${of.answer.transaction.amount}` },
            fee: { currency: "XOF", amountXof: "0" },
          }),
      settledAt: running.clock.now(),
    });
  },
};

function received(
  running: RunningTransactions,
  of: Placed,
  money: FactInput<typeof PaymentCompleted>["received"],
  named: Pick<FactInput<typeof PaymentCompleted>, "isPayerNamed"> = {},
) {
  return running.payments.publish(PaymentCompleted, of.paymentId, {
    ...ofPayment(of),
    received: money,
    ...named,
    receiptId: `receipt of ${of.paymentId}`,
    completedAt: running.clock.now(),
  });
}

function ofPayment({ paymentId, transactionId }: Placed) {
  return { paymentId, transactionId };
}

/** The payout that an order led to, from its own public fact. */
export async function payoutOf(
  running: RunningTransactions,
  { transactionId }: Placed,
): Promise<{ readonly payoutId: PayoutId; readonly amountSats: string }> {
  const rows = await running.rowsOf<{ public_data: string }>(
    "select public_data from events where stream_id = $1 and public_type = $2",
    [transactionId, TransactionPaid.type],
  );
  const fact: unknown = JSON.parse(rows[0]?.public_data ?? "null");
  const { payoutId, amountSats } = TransactionPaid.schema.parse(fact);
  return { payoutId, amountSats: `${amountSats}` };
}

/** Pays and settles an order. */
export async function complete(running: RunningTransactions, placed: Placed): Promise<void> {
  await said.completed(running, placed, `${placed.answer.transaction.amount}`);
  await reached(running, placed, "PROCESSING");
  await said.settled(running, placed);
  await reached(running, placed, "COMPLETED");
}
