import { randomBytes, randomUUID } from "node:crypto";
import { CreateTransaction, namespace } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { applyStreams, connectNats } from "@sanu/platform";
import { migrations } from "@sanu/transactions";
import { launch } from "../floors/launch.ts";
import { type Contender, compare, medianOf, timesOf } from "../measure.ts";
import { accountOf, filledDatabase, sizesOf } from "../projections/filled-database.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import type { BenchServers } from "../system/servers.ts";

const limits = { people: 256, accountEvery: 7_919 } as const;

interface Ordering extends Contender {
  readonly ordered: () => number;
  readonly stop: () => Promise<void>;
}

/**
 * What one order takes where there are very many transactions, against a log that is empty when the run begins. One
 * order at a time, asked of the service by NATS: the gateway knows nothing of sizes and would only hide a difference.
 */
export async function createSizeRow({ servers, plan }: Bench): Promise<readonly Row[]> {
  const { large } = sizesOf(plan);
  const people = Array.from({ length: limits.people }, (_, index) =>
    accountOf(1 + ((index * limits.accountEvery) % large)),
  );
  const filled = await filledDatabase(servers, large);
  const empty = await servers.newDatabase("bench_create_size", migrations);
  const among = await startOrdering(servers, { url: filled, name: `${large}`, people });
  const alone = await startOrdering(servers, { url: empty, name: "none", people });
  try {
    const comparison = await compare(alone, among, plan);
    return [
      ratioRow("create-size", "ms p50", comparison, {
        "transactions before": large,
        "ordered beside them": among.ordered(),
        "ordered in the empty log": alone.ordered(),
      }),
    ];
  } finally {
    await Promise.all([among.stop(), alone.stop()]);
  }
}

/** What identity would have told of the tier that everybody is in. */
const limitText = `insert into tier_limits (kyc_tier, monthly_limit_xof, fact_place)
  values (0, 1000000000000, '{0,0,0}') on conflict do nothing`;

/** A service of its own on a database, and one who orders from it, for one person after the other. */
async function startOrdering(
  servers: BenchServers,
  of: { readonly url: string; readonly name: string; readonly people: readonly AccountId[] },
): Promise<Ordering> {
  const space = namespace(`b${randomBytes(4).toString("hex")}`);
  const { url } = servers.nats;
  await applyStreams({ url, namespace: space, replicas: 1 });
  await servers.administrate(limitText, of.url);
  const service = await launch(new URL("./transactions-process.ts", import.meta.url), {
    SANU_ENV: "development",
    NATS_URL: url,
    NATS_NAMESPACE: space,
    TRANSACTIONS_DATABASE_URL: of.url,
    PUBLIC_URL: "http://localhost/",
    LINK_WAIT_MS: "0",
    OPEN_TRANSACTIONS_MAX: "100000",
    LOG_LEVEL: "warn",
  });
  const messaging = await connectNats({ url, name: "bench", namespace: space });
  const context = { correlationId: "bench", causationId: newId() };
  let ordered = 0;
  const order = async () => {
    const person = of.people[ordered % of.people.length];
    if (person === undefined) throw new Error("Nobody orders");
    const result = await messaging.request(CreateTransaction, orderOf(person), { context });
    if (result.kind !== "replied") throw new Error(`Not ordered: ${JSON.stringify(result)}`);
    ordered += 1;
  };
  return {
    name: `orders among ${of.name}`,
    ordered: () => ordered,
    run: async (durationMs) => medianOf(await timesOf(order, durationMs)),
    async stop() {
      await messaging.close();
      await service.stop();
    },
  };
}

function orderOf(accountId: AccountId) {
  return {
    commandId: newId<"CommandId">(),
    accountId,
    transactionType: "BUY_BITCOIN",
    amountXof: "1000",
    receiver: "ok@sandbox.sanu",
    number: "+2290196000001",
    channel: null,
    quoteId: null,
    idempotency: { key: randomUUID(), bodyHash: "bench" },
  } as const;
}
