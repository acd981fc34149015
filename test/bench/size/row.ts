import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { namespace, publishingServices, streamName } from "@sanu/contracts";
import { perSecond } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, valueRow } from "../report/row.ts";
import { inTurn, numbers, order } from "../system/bench-system.ts";
import { completionsOf } from "../system/completions.ts";

const concurrency = 16;
const yearSeconds = 31_536_000;
const purchasesPerSecond = 10;
/** What a table has before its first row (an empty page of each index) would count as bytes of a purchase. */
const tableBytesMin = 16;

type Sizes = ReadonlyMap<string, number>;

/** How many bytes a completed purchase leaves in each table, with its indexes, and in the streams. */
export async function sizeRows({ servers, system, plan }: SystemBench): Promise<readonly Row[]> {
  const completions = completionsOf(system);
  const next = inTurn(system.people);
  const buy = async () => completions.of(await order(system.http, next(), numbers.paysAtOnce));
  // The pages that every table has from its first row on are there already.
  await perSecond(buy, { durationMs: plan.warmUpMs, concurrency });
  const before = await sizesOf({ servers, system, plan });
  const startedAt = performance.now();
  const rate = await perSecond(buy, { durationMs: plan.durationMs * plan.pairs, concurrency });
  const purchases = Math.round((rate * (performance.now() - startedAt)) / 1_000);
  const after = await sizesOf({ servers, system, plan });
  const each = [...after]
    .map(
      ([name, bytes]) => [name, Math.round((bytes - (before.get(name) ?? 0)) / purchases)] as const,
    )
    .filter(([, bytes]) => bytes >= tableBytesMin)
    .toSorted(([, one], [, other]) => other - one);
  const all = each.reduce((sum, [, bytes]) => sum + bytes, 0);
  const gigabytesOfYear = Math.round((all * purchasesPerSecond * yearSeconds) / 1e9);
  const notes = { purchases, "GB of a year at 10/s": gigabytesOfYear, ...Object.fromEntries(each) };
  return [valueRow("purchase-bytes", "bytes", all, notes)];
}

async function sizesOf({ servers, system }: SystemBench): Promise<Sizes> {
  const sizes = new Map<string, number>();
  for (const service of publishingServices) {
    const url = new URL(servers.postgres.url);
    url.pathname = `/${system.databasePrefix}_${service}`;
    await servers.administrate("vacuum", url.href);
    const rows = await servers.administrate(
      `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      url.href,
    );
    for (const { name, bytes } of rows) sizes.set(`${service}.${String(name)}`, Number(bytes));
  }
  const nats = await connect({ servers: servers.nats.url });
  const manager = await jetstreamManager(nats);
  for (const service of publishingServices) {
    const { state } = await manager.streams.info(streamName(namespace(system.namespace), service));
    sizes.set(`stream ${service}`, state.bytes);
  }
  await nats.close();
  return sizes;
}
