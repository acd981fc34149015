import { rmSync } from "node:fs";
import { type PublishingService, publishingServices } from "@sanu/contracts";
import { announcedSeed, asAdmin } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyDatabases, readPassword } from "./copy-databases.ts";
import { expectToSurvive } from "./outages.ts";
import { type OwnNats, type OwnPostgres, startOwnNats, startOwnPostgres } from "./own-servers.ts";
import { type FaultSystem, startFaultSystem } from "./system.ts";

const limits = {
  /** Transactions by which the first cluster is ahead of the last; the one between them is half-way. */
  aheadBy: 100_000,
  testMs: 240_000,
} as const;

let live: OwnPostgres;
const spares: OwnPostgres[] = [];
let nats: OwnNats;
let system: FaultSystem;

beforeAll(async () => {
  [live, nats] = await Promise.all([startOwnPostgres(), startOwnNats()]);
  const [second, third] = await Promise.all([startOwnPostgres(), startOwnPostgres()]);
  spares.push(second, third);
  await asAdmin((client) => client.query(countUpText(limits.aheadBy)), live.url);
  await asAdmin((client) => client.query(countUpText(limits.aheadBy / 2)), second.url);
  system = await startFaultSystem({ databaseUrl: live.url, natsUrl: nats.url, guard: nats.guard });
});

afterAll(async () => {
  await system?.stop();
  await Promise.all([live, nats, ...spares].map((server) => server?.remove()));
});

it("goes on from its log in a fresh cluster, first with its streams kept and then with them wiped, and loses and doubles nothing", {
  timeout: limits.testMs,
}, async () => {
  const seed = announcedSeed("these restores");
  const areWiped = [false, true];
  const count = areWiped.length;
  // At the end the administrator's too, for whoever clears up with what the first one was reached by.
  const password = await readPassword(live.url, "postgres");
  await expectToSurvive(system, {
    count,
    seed,
    dependents: publishingServices,
    wellAgain: "the log and the stream agree again; the service takes commands",
    async takeDown() {
      await live.stop("immediate");
      if (!areWiped[0]) return;
      await nats.kill();
      rmSync(nats.storeDir, { recursive: true });
    },
    async bringBack() {
      const isWiped = areWiped.shift();
      const { port } = live;
      const old = await live.startAt();
      const fresh = spares.shift();
      if (fresh === undefined) throw new Error("There is no fresh cluster left");
      await copyDatabases(old.url, fresh.url);
      await Promise.all([old.remove(), fresh.stop("fast")]);
      [live] = await Promise.all([fresh.startAt(port), isWiped ? nats.restart() : undefined]);
    },
  }).finally(() => asAdmin((client) => client.query(setPasswordText(password)), live.url));

  const epochs = await Promise.all(publishingServices.map((one) => epochOf(system, one)));
  // Whoever registers to see a service well again is one that identity tells nobody of, and new events sort before that one too.
  expect(Object.fromEntries(epochs)).toEqual(
    Object.fromEntries(publishingServices.map((one) => [one, 1 + count])),
  );
});

/** Transactions that have a number and change nothing. */
function countUpText(transactions: number): string {
  return `do $$ begin
    for count in 1..${transactions} loop perform pg_current_xact_id(); commit; end loop;
  end $$`;
}

function setPasswordText(password: string): string {
  return `alter role postgres password ${pg.escapeLiteral(password)}`;
}

async function epochOf({ databases }: FaultSystem, service: PublishingService) {
  const [meta] = await databases[service].query<{ epoch: number }>(
    CompiledQuery.raw("select log_epoch as epoch from log_meta"),
  );
  return [service, meta?.epoch] as const;
}
