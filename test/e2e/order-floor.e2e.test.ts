import { newId } from "@sanu/kernel";
import { createTestDatabase } from "@sanu/testing";
import { migrations } from "@sanu/transactions";
import { CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { openBarePostgres } from "../bench/floors/bare-postgres.ts";
import { bareFloat, placeBareOrder } from "../bench/floors/order-rows.ts";
import { buy, createdOf } from "./buy.ts";
import { startSharedSanu } from "./start-world.ts";

/** Writes down which row of which table each transaction changes. */
const recordWrites = [
  "create table writes (xid text, table_name text, operation text)",
  `create function record_write() returns trigger language plpgsql as $$ begin
    insert into writes values (pg_current_xact_id()::text, tg_table_name, lower(tg_op)); return null;
  end $$`,
  `do $$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'writes' loop
      execute format('create trigger record_write after insert or update or delete on %I
        for each row execute function record_write()', one);
    end loop;
  end $$`,
];

/** What the transaction that began this stream of events wrote. */
const writesOfOrder = `
  select table_name || ' ' || operation as what, count(*)::int as rows from writes
  where xid = (select transaction_id::text from events where stream_id = $1 and version = 1)
  group by what order by what`;

const world = await startSharedSanu();
const bare = await createTestDatabase("transactions", migrations);
const floor = openBarePostgres(bare.url, 1);
const administrator = new pg.Client({ connectionString: bare.url });
await administrator.connect();
await administrator.query(bareFloat);
for (const text of recordWrites) {
  await administrator.query(text);
  await world.databases.transactions.query(CompiledQuery.raw(text));
}

afterAll(async () => {
  await Promise.all([floor.close(), administrator.end()]);
  await bare.drop();
});

describe("the floor that an order is measured by", () => {
  it("writes, row by row, what the next order of a person writes until it is accepted", async () => {
    const buyer = await world.signUp();
    const place = async () =>
      createdOf(await buy(world, buyer, { idempotencyKey: newId<string>() })).id;
    await place();
    const query = CompiledQuery.raw(writesOfOrder, [await place()]);
    const ours = await world.databases.transactions.query(query);

    const placeBare = async () => {
      const order = { accountId: buyer.accountId, key: newId<string>(), amount: 10_000 };
      const { transactionId, statements } = placeBareOrder({
        ...order,
        receiver: "a@b.c",
        number: "1",
      });
      await floor.commit(statements);
      return transactionId;
    };
    await placeBare();
    const { rows } = await administrator.query(writesOfOrder, [await placeBare()]);

    expect(rows).toEqual(ours);
    expect(rows).toContainEqual({ what: "payout_reservations insert", rows: 1 });
  });
});
