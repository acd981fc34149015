import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { brokenConstraint, RolledBackError } from "./errors.ts";
import { databaseLimits } from "./limits.ts";
import { createSchema } from "./migration.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { platformTables } from "./platform-tables.ts";
import { whenStored } from "./statement.ts";

const statement = (text: string, ...values: unknown[]) => CompiledQuery.raw(text, values);

const made = await createTestDatabase("batch", { "0001-initial": createSchema(platformTables) });
// One connection, so that what one test leaves on it meets the next.
const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "batch" });
await database.query(
  statement(`create table notes (id int constraint notes_pkey primary key, text text,
    constraint notes_text_key unique (text) deferrable initially deferred)`),
);

afterAll(async () => {
  await database.close();
  await made.drop();
});

describe("statements that are sent together", () => {
  beforeEach(() => database.query(statement("delete from notes")));

  const note = (id: number, text: string) =>
    statement("insert into notes (id, text) values ($1, $2)", id, text);
  const ids = async () => {
    const rows = await database.query<{ id: number }>(
      statement("select id from notes order by id"),
    );
    return rows.map(({ id }) => id);
  };
  const pid = () => database.query(statement("select pg_backend_pid() as pid"));
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it("are planned anew, once for all of them, where a table got a column since", async () => {
    const all = statement("select * from grows");
    await database.query(statement("create table grows (id int)"));
    await database.query(all);
    await database.query(statement("alter table grows add column text text"));
    expect(await database.query(all)).toEqual([]);
    await database.query(statement("alter table grows add column more text"));
    await database.pipelined([note(1, "beside it"), all]);
    expect(await ids()).toEqual([1]);
  });

  it("are prepared once on each connection, up to a limit, whatever others have prepared", async () => {
    const open = () => openDatabase({ url: made.url, poolMax: 1, applicationName: "prepares" });
    const [full, other] = [open(), open()];
    const prepared = (database: Database) =>
      database.query<{ statement: string }>(
        statement("select statement from pg_prepared_statements where statement like '%as one_of'"),
      );
    try {
      const { preparedStatementsMax: most } = databaseLimits;
      const texts = Array.from({ length: most + 2 }, (_, n) => `select ${n} as one_of`);
      for (const text of texts) expect(await full.query(statement(text))).toHaveLength(1);
      expect(await prepared(full)).toHaveLength(most);
      const [last = ""] = texts.slice(-1);
      expect(await full.query(statement(last))).toEqual([{ one_of: most + 1 }]);
      await other.query(statement(last));
      expect(await prepared(other)).toEqual([{ statement: last }]);
    } finally {
      await Promise.all([full.close(), other.close()]);
    }
  });

  it("are one transaction under one id", async () => {
    const insert = "insert into notes select $1, pg_current_xact_id()::text || $2";
    await database.pipelined([statement(insert, 1, ""), statement(insert, 2, " too")]);
    const rows = await database.query<{ text: string }>(statement("select text from notes"));
    expect(new Set(rows.map(({ text }) => text.replace(" too", ""))).size).toBe(1);
  });

  it("have the rows of each, and are one transaction also then", async () => {
    const [made, found, nobody] = await database.queryEach<
      [{ id: number }, { text: string; xid: string }, never]
    >([
      statement("insert into notes values (1, pg_current_xact_id()::text) returning id"),
      statement("select text, pg_current_xact_id()::text as xid from notes"),
      statement("select 1 where false"),
    ]);
    expect([made, nobody]).toEqual([[{ id: 1 }], []]);
    expect(found[0]?.text).toBe(found[0]?.xid);
    await expect(
      database.queryEach<[never, never]>([note(2, "a"), statement("select 1 / 0")]),
    ).rejects.toThrow("division by zero");
    expect(await ids()).toEqual([1]);
  });

  it("tell their rows once they are stored, whatever transaction they are in, and else never", async () => {
    const reported: unknown[] = [];
    const listen = (id: number) => {
      const insert = statement("insert into notes values ($1, $2) returning id", id, `x${id}`);
      return whenStored<{ id: number }>(insert, (rows) => reported.push(...rows));
    };
    await database.pipelined([note(1, "a"), listen(2)]);
    expect(reported).toEqual([{ id: 2 }]);
    await failure(database.pipelined([listen(3), note(1, "again")]));

    await database.transaction(async (session) => {
      await session.query(listen(4));
      expect(reported).toHaveLength(1);
    });
    expect(reported).toEqual([{ id: 2 }, { id: 4 }]);
    await failure(
      database.transaction(async (session) => {
        await session.query(listen(5));
        throw new Error("changed its mind");
      }),
    );
    expect(reported).toHaveLength(2);
    expect(await ids()).toEqual([1, 2, 4]);
  });

  it("store nothing when one of them is refused, and leave the connection as it was", async () => {
    const before = await pid();
    const error = await failure(database.pipelined([note(1, "a"), note(1, "b"), note(2, "c")]));
    expect(brokenConstraint(error)).toBe("notes_pkey");
    expect(await ids()).toEqual([]);
    expect(await pid()).toEqual(before);
  });

  it("store nothing when what is refused is the commit", async () => {
    const error = await failure(database.pipelined([note(1, "same"), note(2, "same")]));
    expect(brokenConstraint(error)).toBe("notes_text_key");
    expect(await ids()).toEqual([]);
  });

  it("store nothing when one of them cannot be written down", async () => {
    const broken = statement("insert into notes (id, text) values ($1, $2)", 2, new Date());
    expect(await failure(database.pipelined([note(1, "a"), broken]))).toBeInstanceOf(TypeError);
    expect(await ids()).toEqual([]);
  });

  it("can be sent again after one was refused, wherever in its preparation that was", async () => {
    const first = statement("select 'first' as text");
    const refused = [
      statement("insert into notes (id) select 1 from nowhere"),
      statement("insert into notes (id) values ($1 + 0)", "no number"),
      statement("insert into notes (id) values (1 / $1::int)", 0),
    ];
    for (const one of refused) {
      const last = statement(`select 'behind' as text, ${refused.indexOf(one)} as one`);
      for (const _time of [1, 2]) {
        expect(await failure(database.pipelined([first, one, last]))).toBeInstanceOf(Error);
        expect(await database.query(first)).toEqual([{ text: "first" }]);
      }
      expect(await database.query(last)).toHaveLength(1);
    }
    expect(await database.query(statement(refused[2]?.sql ?? "", 1))).toEqual([]);
    expect(await ids()).toEqual([1]);
  });

  it("leave no connection inside a transaction to those who come next", async () => {
    const before = await pid();
    const begun = database.pipelined([statement("begin"), note(1, "a")]);
    expect(await failure(begun)).toBeInstanceOf(RolledBackError);
    expect(await ids()).toEqual([]);
    expect(await pid()).not.toEqual(before);
  });

  it("fail together inside a transaction, which stores nothing then", async () => {
    const ended: string[] = [];
    const recordEnd = (work: Promise<unknown>) =>
      work.then(
        () => ended.push("done"),
        (error: unknown) => ended.push(String(brokenConstraint(error))),
      );
    const work = database.transaction(async (session) => {
      await session.query(note(1, "a"));
      await Promise.all(
        [note(2, "b"), note(2, "c"), note(3, "d")].map((one) => recordEnd(session.query(one))),
      );
    });
    expect(await failure(work)).toBeInstanceOf(RolledBackError);
    expect(ended).toEqual(["notes_pkey", "notes_pkey", "notes_pkey"]);
    expect(await ids()).toEqual([]);
  });

  it("bring values there and back as they are", async () => {
    const text = `a "quoted" \\ {word}, NULL`;
    const values = [7, 9_007_199_254_740_993n, true, null, text, Buffer.from([0, 255]), { text }];
    const [row] = await database.query(
      statement(
        `select $1::int as whole, $2::bigint as large, $3::boolean as yes, $4::text as none,
           $5::text as text, $6::bytea as bytes, $7::jsonb as json, $8::text[] as texts,
           $9::int[][] as nested, $10::bytea[] as pieces, '2026-11-21 07:00+00'::timestamptz as at`,
        ...values,
        [text, null, "", "NULL"],
        [
          [1, 2],
          [3, 4],
        ],
        [new Uint8Array([1])],
      ),
    );
    expect(row).toEqual({
      whole: 7,
      large: 9_007_199_254_740_993n,
      yes: true,
      none: null,
      text,
      bytes: Buffer.from([0, 255]),
      json: { text },
      texts: [text, null, "", "NULL"],
      nested: [
        [1, 2],
        [3, 4],
      ],
      pieces: [Buffer.from([1])],
      at: "2026-11-21T07:00:00.000000Z",
    });
  });
});
