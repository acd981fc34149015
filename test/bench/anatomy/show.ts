import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { namespace, publishingServices, streamName } from "@sanu/contracts";
import { meterBoth } from "../cost/both.ts";
import { type Metered, together } from "../cost/metered.ts";
import { linesOfCost } from "../cost/show.ts";
import { watchMonolith } from "../cost/watched.ts";
import { atFixedRate, type Contender } from "../measure.ts";
import { type Monolith, startMonolith } from "../purchases/floor.ts";
import { purchasing } from "../purchases/purchasing.ts";
import type { SystemBench } from "../report/bench.ts";
import type { Row } from "../report/row.ts";
import { inTurn, numbers, order } from "../system/bench-system.ts";
import { completionsOf } from "../system/completions.ts";
import { functionsBetween, readFunctions } from "./functions.ts";
import { countPlanning, readStatements, resetStatements } from "./statements.ts";
import { type MeasuredPurchase, readTimeline } from "./timeline.ts";

const pace = { perSecond: 20, durationMs: 10_000 } as const;

/** Prints where the time of a purchase goes: moments, statements and facts. It measures no target. */
export async function showAnatomy(bench: SystemBench): Promise<readonly Row[]> {
  const { servers, system } = bench;
  const completions = completionsOf(system);
  const next = inTurn(system.people);
  const purchases: MeasuredPurchase[] = [];
  const now = () => performance.timeOrigin + performance.now();
  const buy = async () => {
    const orderedAtMs = now();
    const transactionId = await order(system.http, next(), numbers.paysAtOnce);
    const respondedAtMs = now();
    await completions.of(transactionId);
    purchases.push({ transactionId, orderedAtMs, respondedAtMs, completedAtMs: now() });
  };
  await purchasing("sanu", system).run(bench.plan.longWarmUpMs);
  await countPlanning(servers, true);
  await resetStatements(servers);
  const functionsBefore = await readFunctions(servers, system.databasePrefix);
  const before = await factsOf(bench);
  await atFixedRate(buy, { perSecond: pace.perSecond, durationMs: pace.durationMs });
  const facts = (await factsOf(bench)) - before;
  const each = purchases.length;
  for (const one of await readStatements(servers, system.databasePrefix, each)) {
    console.log(
      `${one.service}: ${one.statementsEach.toFixed(1)} statements, ${one.appendsEach.toFixed(1)} ` +
        `appends, ${one.executionMsEach.toFixed(2)} ms of execution and ` +
        `${one.planningMsEach.toFixed(2)} ms of planning in Postgres, and ` +
        `${one.logBytesEach.toFixed(0)} bytes of its log for each purchase`,
    );
    for (const line of one.dearest) console.log(`    ${line}`);
  }
  await countPlanning(servers, false);
  const functions = await readFunctions(servers, system.databasePrefix);
  for (const { name, calls, ms } of functionsBetween(functionsBefore, functions, each)) {
    console.log(`${ms.toFixed(3)} ms, ${calls.toFixed(1)} ×: ${name}`);
  }
  console.log(`facts published for each purchase: ${(facts / each).toFixed(2)}`);
  for (const { name, p50Ms, p99Ms } of await readTimeline(
    servers,
    system.databasePrefix,
    purchases,
  )) {
    console.log(`${p50Ms.toFixed(1).padStart(7)} ms  p99 ${p99Ms.toFixed(1).padStart(6)}  ${name}`);
  }
  await showCosts(bench);
  return [];
}

/** At a steady pace: with many under way at once commits and messages are shared by several purchases. */
async function showCosts(bench: SystemBench): Promise<void> {
  const monolith = await startMonolith(bench);
  try {
    const { system } = bench;
    const own = { http: system.http, completions: completionsOf(system) };
    await purchasing("monolith", system, monolith).run(bench.plan.longWarmUpMs);
    // What was warm has cooled down meanwhile.
    await purchasing("sanu", system, own).run(bench.plan.longWarmUpMs);
    const [floor, subject] = await meterBoth(
      bench,
      {
        contender: pacedPurchases("monolith", bench, monolith),
        list: watchMonolith(bench, monolith),
        databasePrefix: monolith.database,
      },
      { contender: pacedPurchases("sanu", bench, own) },
    );
    for (const contender of [floor, subject]) await showCost(contender);
  } finally {
    await monolith.stop();
  }
}

async function showCost(contender: Metered): Promise<void> {
  await contender.run(pace.durationMs);
  const { reading, pieces } = together(contender.runs);
  const what = `${contender.name}'s purchases at ${pace.perSecond} a second`;
  for (const line of linesOfCost(what, reading, pieces)) console.log(line);
}

function pacedPurchases(
  name: string,
  { system }: SystemBench,
  { http, completions }: Pick<Monolith, "http" | "completions">,
): Contender {
  const next = inTurn(system.people);
  return {
    name,
    async run(durationMs) {
      const startedAt = performance.now();
      const buy = async () => completions.of(await order(http, next(), numbers.paysAtOnce));
      const times = await atFixedRate(buy, { perSecond: pace.perSecond, durationMs });
      return (times.length * 1_000) / (performance.now() - startedAt);
    },
  };
}

async function factsOf({ servers, system }: SystemBench): Promise<number> {
  const connection = await connect({ servers: servers.nats.url });
  const manager = await jetstreamManager(connection);
  let facts = 0;
  for (const service of publishingServices) {
    const name = streamName(namespace(system.namespace), service);
    facts += (await manager.streams.info(name)).state.messages;
  }
  await connection.close();
  return facts;
}
