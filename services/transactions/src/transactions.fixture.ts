import {
  FindStaff,
  GetPayer,
  GetPaymentLink,
  ListClosedCollections,
  ListClosedDisbursements,
  linkRecordedSubject,
  type RefusalCode,
  type ReplyData,
  type ReplyInput,
  type RequestDefinition,
  type RequestInput,
  transactionChangedSubject,
} from "@sanu/contracts";
import { type AccountId, type Instant, instant, newId, xof } from "@sanu/kernel";
import {
  createLogger,
  type Database,
  handleRequest,
  type Messaging,
  type RequestResult,
  type RunningService,
} from "@sanu/platform";
import {
  type FactSource,
  serveStaffKey,
  startFactSource,
  startService,
  startSurroundings,
  type TestClock,
  testClock,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { compose, type TransactionsOverrides } from "./compose.ts";
import { readTransactionsConfig } from "./config.ts";
import { migrations } from "./database/migrations/index.ts";
import { upsertTierLimit } from "./guards/tier-statements.ts";

type RequestedBounds = NonNullable<ReplyInput<typeof ListClosedCollections>["bounds"]>[number];

type SendRequest = <Definition extends RequestDefinition>(
  definition: Definition,
  input: RequestInput<Definition>,
) => Promise<RequestResult<ReplyData<Definition>, RefusalCode<Definition>>>;

/** Transactions as it runs, with a database, streams and neighbours of its own. */
export interface RunningTransactions {
  readonly clock: TestClock;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly service: RunningService;
  readonly identity: FactSource;
  readonly payments: FactSource;
  readonly payouts: FactSource;
  /** Who identity says is none of the staff; everybody else is an admin for long. */
  readonly dismissed: Set<AccountId>;
  /** Since when who is one of the staff, where not for long. */
  readonly newcomers: Map<AccountId, Instant>;
  /** Nobody else is an admin, identity says. */
  readonly only: Set<AccountId>;
  /** What payments answers about a payment's link; without an entry it has none. */
  readonly links: Map<string, string>;
  /** The numbers that paid, by payment, where payments says that its provider named them. */
  readonly payers: Map<string, string>;
  /** The invoices that payments tells of sales, by payment. */
  readonly invoices: Map<string, string>;
  /** Whose orders nobody may have, payments and payouts say. */
  readonly closedChannels: string[];
  /** What is beyond all who may have orders of a channel, they say. */
  readonly bounds: RequestedBounds[];
  readonly announced: readonly string[];
  /** The transactions of which everybody who follows one was told that they changed. */
  readonly changed: readonly string[];
  /** Nobody answers for payments any more, until what it returns is called. */
  readonly losePayments: () => Promise<() => void>;
  readonly request: SendRequest;
  readonly rowsOf: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly startReplica: (env?: FixtureOptions["env"]) => Promise<RunningService>;
  readonly stop: () => Promise<void>;
}

export interface FixtureOptions {
  /** Settings that differ from the defaults. Orders do not wait unless this says so. */
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: TransactionsOverrides;
  /** What identity told of the tiers before, from tier 0 on. */
  readonly monthlyLimitsXof?: readonly bigint[];
}

const usualLimitsXof: readonly bigint[] = [200_000n, 500_000n, 2_000_000n, 10_000_000n];
/** Before every place of a log, so that whatever a test tells is newer. */
const firstPlace = { position: "0.0.0" };

export async function startTransactions(
  options: FixtureOptions = {},
): Promise<RunningTransactions> {
  const surroundings = await startSurroundings("transactions", migrations);
  const { database, databaseUrl, messaging: peer, nats } = surroundings;
  const { monthlyLimitsXof = usualLimitsXof } = options;
  await database.pipelined(
    monthlyLimitsXof.map((limit, kycTier) =>
      upsertTierLimit({ kycTier, monthlyLimitXof: xof(limit) }, firstPlace),
    ),
  );
  const clock = testClock();
  const startReplica = async (env: FixtureOptions["env"] = {}) => {
    const config = readTransactionsConfig({
      ...nats,
      TRANSACTIONS_DATABASE_URL: databaseUrl,
      PUBLIC_URL: "https://sanu.example/",
      LINK_WAIT_MS: "0",
      ...options.env,
      ...env,
    });
    const logger = createLogger({ service: "transactions", level: "silent" });
    return startService(() => compose(config, { clock, logger, ...options.overrides }));
  };
  const { stop: stopStaff, request, ...staff } = answerForIdentity(peer);
  const service = await startReplica();
  const news = collectNews(peer);
  const answers = newAnswers();
  const answerForPayments = linkHandler(peer, answers);
  let stopServing = answerForPayments();
  const identity = await startFactSource("identity", peer);
  const payments = await startFactSource("payments", peer);
  const payouts = await startFactSource("payouts", peer);
  return {
    clock,
    database,
    databaseUrl,
    service,
    identity,
    payments,
    payouts,
    ...answers,
    ...news,
    ...staff,
    async losePayments() {
      await stopServing();
      return () => {
        stopServing = answerForPayments();
      };
    },
    request: (definition, input) =>
      request(definition, input, {
        context: { correlationId: "test", causationId: newId() },
      }),
    rowsOf: (text, values = []) => database.query(CompiledQuery.raw(text, [...values])),
    startReplica,
    async stop() {
      await service.stop();
      await Promise.all([stopServing(), stopStaff()]);
      await identity.stop();
      await payments.stop();
      await payouts.stop();
      await surroundings.stop();
    },
  };
}

const awaitedText = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Whether anybody waits for an advisory lock now, such as that of a closing. */
export async function isLockAwaited({ rowsOf }: RunningTransactions): Promise<boolean> {
  return (await rowsOf(awaitedText)).length > 0;
}

function collectNews(peer: Messaging) {
  const { namespace } = peer;
  const announced: string[] = [];
  const changed: string[] = [];
  peer.subscribeCore(linkRecordedSubject(namespace), (id) => announced.push(id));
  peer.subscribeCore(transactionChangedSubject(namespace), (id) => changed.push(id));
  return { announced, changed };
}

const forLong = instant("2026-01-01T00:00:00.000000Z");

function answerForIdentity(peer: Messaging) {
  const dismissed = new Set<AccountId>();
  const newcomers = new Map<AccountId, Instant>();
  const only = new Set<AccountId>();
  const findStaff = handleRequest(FindStaff, ({ accountIds }) => {
    const known = accountIds.filter((id) => !dismissed.has(id));
    const staff = known.map((accountId) => ({
      accountId,
      roles: ["admin" as const],
      since: newcomers.get(accountId) ?? forLong,
      isOnlyAdmin: only.has(accountId),
    }));
    return Promise.resolve({ staff });
  });
  const keys = serveStaffKey(peer);
  const stopFinding = peer.serve({ handlers: [findStaff], onFault: () => undefined });
  const stop = () => Promise.all([stopFinding(), keys.stop()]);
  return { dismissed, newcomers, only, request: keys.request, stop };
}

function newAnswers() {
  return {
    links: new Map<string, string>(),
    payers: new Map<string, string>(),
    invoices: new Map<string, string>(),
    closedChannels: new Array<string>(),
    bounds: new Array<RequestedBounds>(),
  };
}

/** Tells links, payers and invoices as payments does. */
function linkHandler(
  peer: Messaging,
  {
    links,
    payers,
    invoices,
    closedChannels,
    bounds,
  }: Pick<RunningTransactions, "links" | "payers" | "invoices" | "closedChannels" | "bounds">,
): () => () => Promise<void> {
  const serveLink = handleRequest(GetPaymentLink, ({ paymentId }) =>
    Promise.resolve({
      paymentUrl: links.get(paymentId) ?? null,
      invoice: invoices.get(paymentId) ?? null,
    }),
  );
  const servePayer = handleRequest(GetPayer, ({ paymentId }) =>
    Promise.resolve({ number: payers.get(paymentId) ?? null }),
  );
  const ofChannels = [ListClosedCollections, ListClosedDisbursements].map((definition) =>
    handleRequest(definition, async () => ({ closedChannels, bounds })),
  );
  return () =>
    peer.serve({ handlers: [serveLink, servePayer, ...ofChannels], onFault: () => undefined });
}
