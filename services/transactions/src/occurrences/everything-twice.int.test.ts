import { StandingOrderEnded, StandingOrderOccurred } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { standingOrdersProjectionSet } from "../projections/standing-orders/projection.ts";
import {
  change,
  countTransactions,
  lookedTwice,
  market,
  occurrencesOf,
  placeStanding,
  setClock,
  standingEnv,
  standingOf,
  standingOverrides,
} from "../standing-orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const ordersAtOnce = 24;

const running = await startTransactions({
  env: { ...standingEnv, STANDING_ORDERS_MAX: "100" },
  overrides: standingOverrides,
});
afterAll(() => running.stop());

beforeEach(async () => {
  setClock(running, "2026-11-21T10:00");
  await market(running, "60000000");
});

const factsOf = (orderId: string, type: string) =>
  running.rowsOf("select from events where stream_id = $1 and public_type = $2", [orderId, type]);
const placeMany = () =>
  Promise.all(Array.from({ length: ordersAtOnce }, () => placeStanding(running)));

describe("a due moment", () => {
  it("orders once while three replicas look at the same moment, as if there were no lease", async () => {
    const orders = await placeMany();
    const replicas = [await running.startReplica(), await running.startReplica()];
    let isOver = false;
    const breaking = (async () => {
      while (!isOver) await running.rowsOf("delete from leases where name = 'standing-orders'");
    })();
    setClock(running, "2026-11-22T08:00");
    for (const order of orders) await occurrencesOf(running, order, 1);
    await new Promise((resolve) => setTimeout(resolve, 10 * standingOverrides.lookMs));
    isOver = true;
    await breaking;
    await Promise.all(replicas.map((replica) => replica.stop()));
    for (const order of orders) {
      expect(await countTransactions(running, order)).toBe(1);
      expect(await standingOf(running, order)).toMatchObject({ ordered: 1, failures: 0 });
      expect(await factsOf(order.orderId, StandingOrderOccurred.type)).toHaveLength(1);
    }
    const { database } = running;
    for (const { differencesCount } of await standingOrdersProjectionSet.verify({ database })) {
      expect(differencesCount).toBe(0);
    }
  });

  it("leaves nothing behind where the commit dies at its last write, and orders once behind that", async () => {
    const order = await placeStanding(running);
    await running.rowsOf(
      `create function die_once() returns trigger language plpgsql as $$
       begin
         if new.order_id = '${order.orderId}' then perform pg_terminate_backend(pg_backend_pid()); end if;
         return new;
       end $$`,
    );
    await running.rowsOf(
      `create trigger die_once before insert on standing_order_awaited
       for each row execute function die_once()`,
    );
    setClock(running, "2026-11-22T08:00");
    await eventually("it is put off", async () => {
      const [trigger] = await running.rowsOf<{ due_at: string }>(
        "select due_at from standing_order_triggers where order_id = $1",
        [order.orderId],
      );
      return trigger?.due_at === "2026-11-22T08:05:00.000000Z";
    });
    expect(await countTransactions(running, order)).toBe(0);
    // The service is closed for a moment behind a connection that broke, and answers nothing.
    const happened = "select from standing_order_occurrences where order_id = $1";
    expect(await running.rowsOf(happened, [order.orderId])).toEqual([]);

    await running.rowsOf("drop trigger die_once on standing_order_awaited");
    setClock(running, "2026-11-22T08:05");
    const [once] = await occurrencesOf(running, order, 1);
    expect(once).toMatchObject({ outcome: "ORDERED", due_at: "2026-11-22T08:00:00.000000Z" });
    expect(await countTransactions(running, order)).toBe(1);
  });

  it("goes on with another replica where the one that looked has died with the lease", async () => {
    const order = await placeStanding(running);
    await running.rowsOf(
      `insert into leases (name, holder, expires_at)
       values ('standing-orders', $1, clock_timestamp() + interval '2 seconds')
       on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`,
      [newId()],
    );
    setClock(running, "2026-11-22T08:00");
    await occurrencesOf(running, order, 1);
    expect(await countTransactions(running, order)).toBe(1);
  });
});

describe("an order that is changed while it is due", () => {
  it("does not come to a moment again where it is paused and resumed behind a clock that was set back", async () => {
    const order = await placeStanding(running);
    setClock(running, "2026-11-22T08:00");
    await occurrencesOf(running, order, 1);
    setClock(running, "2026-11-22T07:59");
    await change(running, order, "pause");
    expect(await change(running, order, "resume")).toMatchObject({
      data: { order: { status: "ACTIVE", next_at: "2026-11-23T08:00:00.000000Z" } },
    });

    setClock(running, "2026-11-22T08:00");
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(1);
  });

  it.each(["pause", "cancel"] as const)("orders before it or never: %s", async (wanted) => {
    const orders = await placeMany();
    setClock(running, "2026-11-22T08:00");
    await Promise.all(
      orders.map(async (order, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 15));
        await change(running, order, wanted);
      }),
    );
    const before = await Promise.all(orders.map((order) => countTransactions(running, order)));
    await lookedTwice(running);
    const after = await Promise.all(orders.map((order) => countTransactions(running, order)));
    expect(after).toEqual(before);
    for (const [index, order] of orders.entries()) {
      const { status, ordered } = await standingOf(running, order);
      expect(status).toBe(wanted === "pause" ? "PAUSED" : "ENDED");
      expect(ordered).toBe(after[index]);
    }
  });

  it("is changed once by copies of the same request at once", async () => {
    const order = await placeStanding(running);
    const paused = await Promise.all([1, 2, 3].map(() => change(running, order, "pause")));
    expect(paused.map(({ kind }) => kind)).toEqual(["replied", "replied", "replied"]);
    const wishes = ["cancel", "resume", "cancel", "pause"] as const;
    await Promise.all(wishes.map((wanted) => change(running, order, wanted)));
    expect(await standingOf(running, order)).toMatchObject({
      status: "ENDED",
      end_reason: "cancelled",
    });
    expect(await factsOf(order.orderId, StandingOrderEnded.type)).toHaveLength(1);
    const waiting = await running.rowsOf(
      "select from standing_order_triggers where order_id = $1",
      [order.orderId],
    );
    expect(waiting).toEqual([]);
  });
});
