import { newId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { place, reached, said } from "../orders.fixture.ts";
import {
  lookedTwice,
  market,
  occurrencesOf,
  type PlacedStanding,
  placeStanding,
  setClock,
  standingEnv,
  standingOf,
  transactionOf,
} from "../standing-orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { listEnded } from "./awaited-statements.ts";
import { isOfOccurrence } from "./occurrence-keys.ts";

const openRows = 20_000;
/** Pages of 8 kB that a look for ended ones may touch, however many are open. */
const buffersMax = 40;

const running = await startTransactions({ env: standingEnv });
const { database, rowsOf } = running;
afterAll(() => running.stop());

beforeEach(async () => {
  setClock(running, "2026-11-21T10:00");
  await market(running, "60000000");
});

const dueOf = async (order: PlacedStanding) => {
  const [due] = await occurrencesOf(running, order, 1);
  return transactionOf(running, order, due?.transaction_id ?? "");
};
const awaitedOf = async ({ orderId }: Pick<PlacedStanding, "orderId">) => {
  const text = `select transaction_id, settle_after::text from standing_order_awaited where order_id = $1`;
  return rowsOf<{ transaction_id: string; settle_after: string | null }>(text, [orderId]);
};
const countedFailed = (order: PlacedStanding) =>
  eventually("it is told", async () => (await standingOf(running, order)).failures === 1);

describe("how the transactions of orders in advance ended", () => {
  it("is told to every other order while one cannot be told, and to that one later", async () => {
    const [broken, other] = [await placeStanding(running), await placeStanding(running)];
    setClock(running, "2026-11-22T08:00");
    const [first, second] = [await dueOf(broken), await dueOf(other)];
    const nobody = { orderId: newId<"StandingOrderId">() } as Pick<PlacedStanding, "orderId">;
    const rename = "update standing_order_awaited set order_id = $1 where transaction_id = $2";
    await rowsOf(rename, [nobody.orderId, first.transactionId]);
    for (const placed of [first, second]) {
      await said.failed(running, placed);
      await reached(running, placed, "FAILED");
    }
    await countedFailed(other);
    expect(await awaitedOf(other)).toEqual([]);
    await eventually("it is put off", async () => {
      const [row] = await awaitedOf(nobody);
      return row?.settle_after?.startsWith("2026-11-22 08:05:00");
    });

    await rowsOf(rename, [broken.orderId, first.transactionId]);
    await lookedTwice(running);
    expect(await standingOf(running, broken)).toMatchObject({ failures: 0 });
    setClock(running, "2026-11-22T08:05");
    await countedFailed(broken);
    expect(await awaitedOf(broken)).toEqual([]);
  });

  it("is said by the commit that ends each, and by no other order's", async () => {
    const order = await placeStanding(running);
    setClock(running, "2026-11-22T08:00");
    const placed = await dueOf(order);
    expect(isOfOccurrence(placed.transactionId)).toBe(true);
    expect(await awaitedOf(order)).toMatchObject([{ settle_after: null }]);
    await rowsOf("create table marked (transaction_id uuid, at xid8)");
    await rowsOf(
      `create function record_marked() returns trigger language plpgsql as $$
       begin
         insert into marked values (new.transaction_id, pg_current_xact_id());
         return new;
       end $$`,
    );
    await rowsOf(
      `create trigger record_marked before update on standing_order_awaited
       for each row execute function record_marked()`,
    );
    const ordinary = await place(running);
    expect(isOfOccurrence(ordinary.transactionId)).toBe(false);
    for (const each of [ordinary, placed]) {
      await said.failed(running, each);
      await reached(running, each, "FAILED");
    }
    const [ended] = await rowsOf<{ transaction_id: string }>(
      `select marked.transaction_id from marked join events on stream_id = marked.transaction_id
         and event_type = 'TransactionFailed' and events.transaction_id = marked.at`,
    );
    expect(ended?.transaction_id).toBe(placed.transactionId);
    expect(await rowsOf("select from marked")).toHaveLength(1);
    await countedFailed(order);
  });

  it("is found without going through those that are open", async () => {
    const order = await placeStanding(running);
    await rowsOf(
      `insert into standing_order_awaited (transaction_id, order_id)
       select gen_random_uuid(), $1 from generate_series(1, $2::int)`,
      [order.orderId, openRows],
    );
    await rowsOf("analyze standing_order_awaited");
    const statements: Statement[] = [];
    const recording = {
      query: <Row>(statement: Statement) => {
        statements.push(statement);
        return database.query<Row>(statement);
      },
    };
    expect(await listEnded(recording, running.clock.now(), 50)).toEqual([]);
    const [asked] = statements;
    const [row] = await database.query<{
      "QUERY PLAN": readonly [{ Plan: Record<"Shared Hit Blocks" | "Shared Read Blocks", number> }];
    }>(
      CompiledQuery.raw(`explain (analyze, buffers, format json) ${asked?.sql}`, [
        ...(asked?.parameters ?? []),
      ]),
    );
    const plan = row?.["QUERY PLAN"][0].Plan;
    const buffers = (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
    expect(plan).toBeDefined();
    expect(buffers).toBeLessThan(buffersMax);
  });
});
