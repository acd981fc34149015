import { newId } from "@sanu/kernel";
import { createTestDatabase, randomFrom, testSeed } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { createSchema } from "../../database/migration.ts";
import { type Database, openDatabase } from "../../database/open-database.ts";
import { platformTables } from "../../database/platform-tables.ts";
import { CounterEvent, counter, publishCounter } from "../../event-store/counter.fixture.ts";
import { createEventStore } from "../../event-store/event-store.ts";
import { createGate } from "../../event-store/gate.ts";
import { runDecider } from "../../event-store/run-decider.ts";
import { defineEntries } from "../entries.ts";
import { defineProjection } from "../projection.ts";
import { defineProjectionSet, type ProjectionSet } from "../projection-set.ts";
import { defineTotals, foldTotals } from "../totals.ts";

const tables = [
  "create table counters (counter_id uuid primary key, owner text not null, total_xof bigint not null, roles text[] not null)",
  "create index counters_by_owner on counters (owner, total_xof desc)",
  "create table owners (owner text primary key, raised_xof bigint not null)",
  `create table counts (owner text primary key, opened bigint not null, raised bigint not null,
    last_digits_mask int not null) with (fillfactor = 70)`,
  `create table raises (counter_id uuid not null, line int not null, amount_xof bigint not null,
    constraint raises_key unique (counter_id, line))`,
  "create table guard (owner text primary key, open_count bigint not null check (open_count >= 0))",
];

/** The counter's events do not say whose they are: its owner is part of who opened it, `owner/counter id`. */
function ownerOf([first]: readonly CounterEvent[]): string {
  return first?.type === "CounterOpened" ? (first.by.split("/")[0] ?? "") : "";
}

const counters = defineProjection<
  CounterEvent,
  { counter_id: string; owner: string; total_xof: bigint; roles: readonly string[] }
>({
  name: "counters",
  table: "counters",
  scope: "own",
  keyColumns: ["counter_id"],
  columns: ["counter_id", "owner", "total_xof", "roles"],
  key: () => undefined,
  apply(row, event) {
    if (event.type === "CounterRaised") {
      return row && { ...row, total_xof: row.total_xof + event.amountXof };
    }
    const [owner = "", counterId = ""] = event.by.split("/");
    return { counter_id: counterId, owner, total_xof: 0n, roles: ["a\tb", 'back\\slash "'] };
  },
});

const owners = defineProjection<CounterEvent, { owner: string; raised_xof: bigint }>({
  name: "owners",
  table: "owners",
  scope: "shared",
  keyColumns: ["owner"],
  columns: ["owner", "raised_xof"],
  key: (event) => (event.type === "CounterRaised" ? ["everybody"] : undefined),
  apply(row, event) {
    if (event.type !== "CounterRaised") return row;
    return { owner: "everybody", raised_xof: (row?.raised_xof ?? 0n) + event.amountXof };
  },
});

interface Counts {
  readonly owner: string;
  readonly opened: bigint;
  readonly raised: bigint;
  /** With which digits raised amounts ended. */
  readonly last_digits_mask: number;
}

const counts = defineTotals<CounterEvent, Counts>({
  name: "counts",
  table: "counts",
  keyColumns: ["owner"],
  countColumns: ["opened", "raised"],
  maskColumns: ["last_digits_mask"],
  changeOf(events, place) {
    const event = events[place];
    const isRaise = event?.type === "CounterRaised";
    return {
      owner: ownerOf(events),
      opened: isRaise ? 0n : 1n,
      raised: isRaise ? 1n : 0n,
      last_digits_mask: isRaise ? 1 << Number(event.amountXof % 10n) : 0,
    };
  },
});

const raises = defineEntries<
  CounterEvent,
  { counter_id: string; line: number; amount_xof: bigint }
>({
  name: "raises",
  table: "raises",
  keyColumns: ["counter_id", "line"],
  columns: ["counter_id", "line", "amount_xof"],
  entriesOf(events, place) {
    const [first, event] = [events[0], events[place]];
    if (event?.type !== "CounterRaised" || first?.type !== "CounterOpened") return [];
    const counterId = first.by.split("/")[1] ?? "";
    return [{ counter_id: counterId, line: place, amount_xof: event.amountXof }];
  },
});

/** Written by nobody here: what it should be is in the log alone. */
const guard = foldTotals<CounterEvent, { owner: string; open_count: bigint }>({
  name: "guard",
  table: "guard",
  keyColumns: ["owner"],
  countColumns: ["open_count"],
  changeOf: (events, place) =>
    events[place]?.type === "CounterOpened"
      ? { owner: ownerOf(events), open_count: 1n }
      : undefined,
});

export const swappedTables = ["counters", "owners", "counts", "raises"] as const;

export interface RebuildBed {
  readonly url: string;
  readonly database: Database;
  readonly maintenance: Database;
  readonly set: ProjectionSet;
  readonly open: (owner: string) => Promise<string>;
  readonly raise: (counterId: string, amountXof: bigint) => Promise<void>;
  /** So many counters of a few owners. */
  readonly openMany: (count: number) => Promise<readonly string[]>;
  readonly rows: (table: string) => Promise<readonly object[]>;
  /** Of every table that is swapped. */
  readonly allRows: () => Promise<readonly (readonly object[])[]>;
  readonly run: (text: string) => Promise<object[]>;
  readonly stop: () => Promise<void>;
}

export const seed = testSeed();
const random = randomFrom(seed);
/** A whole number from 0, below the bound. */
export const upTo = (bound: number) => Math.floor(random() * bound);

export async function startRebuildBed(): Promise<RebuildBed> {
  const made = await createTestDatabase("rebuild", {
    "0001-initial": createSchema(platformTables, tables),
  });
  const database = openDatabase({ url: made.url, poolMax: 12, applicationName: "test" });
  const maintenance = openDatabase({
    url: made.url,
    poolMax: 8,
    applicationName: "maintenance",
    isMaintenance: true,
  });
  const projections = [counters, owners, counts, raises];
  const store = createEventStore({
    database,
    schema: CounterEvent,
    publish: publishCounter,
    projections,
    gate: createGate(),
    afterPublicCommit: () => undefined,
  });
  const context = { correlationId: "test", causationId: "test" };
  const run = (text: string) => database.query<object>(CompiledQuery.raw(text));
  const open = async (owner: string): Promise<string> => {
    const streamId = newId<string>();
    const command = { kind: "open", by: `${owner}/${streamId}` } as const;
    await runDecider({ store, decider: counter, streamId, command, context, isNew: true });
    return streamId;
  };
  const rows = (table: string) => run(`select * from ${table} order by 1, 2`);
  return {
    url: made.url,
    database,
    maintenance,
    set: defineProjectionSet({
      schema: CounterEvent,
      opens: ["CounterOpened"],
      projections,
      guards: { guard: [guard] },
    }),
    open,
    async openMany(count) {
      const ids: string[] = [];
      while (ids.length < count) {
        // All at once would wait for a connection for longer than anybody may.
        const wave = Array.from({ length: Math.min(100, count - ids.length) });
        ids.push(...(await Promise.all(wave.map(() => open(`owner ${upTo(7)}\n`)))));
      }
      return ids;
    },
    async raise(streamId, amountXof) {
      const command = { kind: "raise", amountXof } as const;
      await runDecider({ store, decider: counter, streamId, command, context });
    },
    rows,
    allRows: () => Promise.all(swappedTables.map(rows)),
    run,
    async stop() {
      await database.close();
      await maintenance.close();
      await made.drop();
    },
  };
}
