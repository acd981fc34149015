import {
  CreateAnswer,
  CreateTransaction,
  GetPaymentLink,
  GetTransaction,
  idOf,
  linkRecordedSubject,
  PaymentCompleted,
  PaymentFailed,
  PaymentInitiated,
  PayoutSettled,
  type RefusalCode,
  type ReplyData,
  type RequestDefinition,
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
import {
  type AskResult,
  answers,
  applyStreams,
  connectNats,
  createLogger,
  type Database,
  openDatabase,
  type RunningService,
} from "@sanu/platform";
import {
  createTestDatabase,
  eventually,
  type FactSource,
  startFactSource,
  type TestClock,
  testClock,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { compose, type TransactionsOverrides } from "./compose.ts";
import { readTransactionsConfig } from "./config.ts";
import { migrations } from "./database/migrations/index.ts";

type Ask = <Definition extends RequestDefinition>(
  definition: Definition,
  input: RequestInput<Definition>,
) => Promise<AskResult<ReplyData<Definition>, RefusalCode<Definition>>>;

/** Transactions as it runs, with a database, streams and neighbours of its own. */
export interface RunningTransactions {
  readonly clock: TestClock;
  readonly database: Database;
  readonly service: RunningService;
  readonly payments: FactSource;
  readonly payouts: FactSource;
  /** What payments answers about a payment's link; without an entry it has none. */
  readonly links: Map<string, string>;
  /** The orders whose answer was announced to the replicas. */
  readonly announced: readonly string[];
  readonly ask: Ask;
  readonly rowsOf: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** A second replica on the same database. */
  readonly startReplica: () => Promise<RunningService>;
  readonly stop: () => Promise<void>;
}

export interface FixtureOptions {
  /** Settings that differ from the defaults. Orders do not wait unless this says so. */
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: TransactionsOverrides;
}

/** Starts transactions on the run's servers. */
export async function startTransactions(
  options: FixtureOptions = {},
): Promise<RunningTransactions> {
  const made = await createTestDatabase("transactions", migrations);
  const clock = testClock();
  const namespace = testNamespace();
  const url = testNatsUrl();
  await applyStreams({ url, namespace, replicas: 1 });
  const startReplica = async () => {
    const config = readTransactionsConfig({
      NATS_URL: url,
      NATS_NAMESPACE: namespace,
      TRANSACTIONS_DATABASE_URL: made.url,
      PUBLIC_URL: "https://sanu.example/",
      LINK_WAIT_MS: "0",
      ...options.env,
    });
    const logger = createLogger({ service: "transactions", level: "silent" });
    const replica = await compose(config, { clock, logger, ...options.overrides });
    await replica.start();
    return replica;
  };
  const service = await startReplica();
  const database = openDatabase({ url: made.url, poolMax: 4, applicationName: "test" });
  const neighbour = await connectNats({ url, name: "neighbour", namespace });
  const links = new Map<string, string>();
  const announced: string[] = [];
  neighbour.subscribeCore(linkRecordedSubject(namespace), (id) => announced.push(id));
  const stopAnswering = neighbour.answer({
    answerers: [
      answers(GetPaymentLink, ({ paymentId }) =>
        Promise.resolve({ paymentUrl: links.get(paymentId) ?? null }),
      ),
    ],
    onFault: () => undefined,
  });
  const payments = await startFactSource("payments", neighbour);
  const payouts = await startFactSource("payouts", neighbour);
  return {
    clock,
    database,
    service,
    payments,
    payouts,
    links,
    announced,
    ask: (definition, input) =>
      neighbour.ask(definition, input, {
        context: { correlationId: "test", causationId: newId() },
      }),
    rowsOf: (text, values = []) => database.query(CompiledQuery.raw(text, [...values])),
    startReplica,
    async stop() {
      await service.stop();
      await stopAnswering();
      await payments.stop();
      await payouts.stop();
      await neighbour.close();
      await database.close();
      await made.drop();
    },
  };
}

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
    idempotency: null,
    ...changes,
  };
}

/** An order that was accepted. */
export interface Placed {
  readonly accountId: AccountId;
  readonly transactionId: TransactionId;
  readonly paymentId: PaymentId;
  readonly answer: CreateAnswer;
}

/** Places an order; fails the test when it is refused. */
export async function place(
  running: RunningTransactions,
  changes: Partial<RequestInput<typeof CreateTransaction>> = {},
): Promise<Placed> {
  const asked = order(changes);
  const result = await running.ask(CreateTransaction, asked);
  if (result.kind !== "answered") throw new Error(`Not placed: ${JSON.stringify(result)}`);
  return placedOf(asked.accountId, result.data.answerJson);
}

/** What an accepted order is called by, read from its answer. */
export function placedOf(accountId: AccountId, answerJson: string): Placed {
  const answer = CreateAnswer.parse(JSON.parse(answerJson));
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
  const result = await running.ask(GetTransaction, { accountId, transactionId });
  if (result.kind !== "answered") throw new Error(`No detail: ${JSON.stringify(result)}`);
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
    running.payments.tell(PaymentInitiated, of.paymentId, {
      ...ofPayment(of),
      channel: "MTN_OPEN",
      initiatedAt: running.clock.now(),
    }),
  completed: (running: RunningTransactions, of: Placed, amountXof = "10000") =>
    running.payments.tell(PaymentCompleted, of.paymentId, {
      ...ofPayment(of),
      amountXof,
      completedAt: running.clock.now(),
    }),
  failed: (running: RunningTransactions, of: Placed) =>
    running.payments.tell(PaymentFailed, of.paymentId, {
      ...ofPayment(of),
      reason: "declined",
      failedAt: running.clock.now(),
    }),
  settled: async (running: RunningTransactions, of: Placed) => {
    const { payoutId, amountSats } = await payoutOf(running, of);
    await running.payouts.tell(PayoutSettled, payoutId, {
      payoutId,
      transactionId: of.transactionId,
      amountSats,
      feeSats: "1",
      settledAt: running.clock.now(),
    });
  },
};

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
