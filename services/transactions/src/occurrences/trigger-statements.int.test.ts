import { fold, instant, plusMs, xofPerBtc } from "@sanu/kernel";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { standingOrder } from "../standing-order/decide.ts";
import type { StandingOrderEvent } from "../standing-order/events.ts";
import { at, ended, firstDueAt, ids, placed } from "../standing-order/example-orders.fixture.ts";
import type { ExistingStandingOrder } from "../standing-order/state.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { postpone, restoreTrigger, writeTrigger } from "./trigger-statements.ts";

// Its clock stands before all of these moments, and no rate is so low: nobody else looks at what is written here.
const running = await startTransactions();
afterAll(() => running.stop());
beforeEach(() => running.rowsOf("delete from standing_order_triggers"));

const now = at("2026-11-21T12:00");
const until = instant("2026-12-31T00:00:00.000000Z");
const paused = { type: "StandingOrderPaused", ...ids, pausedAt: now } as const;
const resumed = (nextDueAt: typeof now | null) =>
  ({ type: "StandingOrderResumed", ...ids, nextDueAt, resumedAt: now }) as const;
const daily = placed({ until });
const priced = placed({
  trigger: { kind: "price", priceXofPerBtc: xofPerBtc(1n) },
  nextDueAt: null,
  until,
});

function stateOf(...events: readonly StandingOrderEvent[]): ExistingStandingOrder {
  const state = fold(standingOrder, events);
  if (state.status === "none") throw new Error("Nothing was placed");
  return state;
}

const triggers = () =>
  running.rowsOf(
    `select due_at, price_xof_per_btc::text as price, until_at from standing_order_triggers`,
  );
const waitingFor = (what: object) => [{ due_at: null, price: null, until_at: null, ...what }];

describe("what an order waits for, once a look found that nothing is to be done", () => {
  it("is what its state says", async () => {
    const { database } = running;
    await database.query(writeTrigger(stateOf(daily)));
    await database.query(postpone(ids.orderId, now));
    await database.query(restoreTrigger(stateOf(daily), now));
    expect(await triggers()).toEqual(waitingFor({ due_at: firstDueAt }));

    await database.query(postpone(ids.orderId, now));
    await database.query(restoreTrigger(stateOf(daily, paused), now));
    expect(await triggers()).toEqual(waitingFor({ until_at: until }));

    await database.query(restoreTrigger(stateOf(daily, ended("cancelled", now)), now));
    expect(await triggers()).toEqual([]);
  });

  it.each([
    ["its moment", [daily, paused, resumed(firstDueAt)], { due_at: firstDueAt }],
    ["its price", [priced, paused, resumed(null)], { price: "1", until_at: until }],
  ] as const)(
    "stays %s where she resumed it since the look loaded it",
    async (_what, events, is) => {
      const { database } = running;
      const [first, second] = events;
      await database.query(writeTrigger(stateOf(first, second)));
      await database.query(postpone(ids.orderId, now));
      await database.query(writeTrigger(stateOf(...events)));
      await database.query(restoreTrigger(stateOf(first, second), now));
      expect(await triggers()).toEqual(waitingFor(is));
    },
  );

  it("stays her pause where she paused since", async () => {
    const { database } = running;
    await database.query(writeTrigger(stateOf(priced)));
    await database.query(postpone(ids.orderId, plusMs(now, -1)));
    await database.query(writeTrigger(stateOf(priced, paused)));
    await database.query(restoreTrigger(stateOf(priced), now));
    expect(await triggers()).toEqual(waitingFor({ until_at: until }));
  });
});
