import {
  AccountSuspended,
  AccountSuspensionLifted,
  CreateTransaction,
  StandingOrderEnded,
} from "@sanu/contracts";
import { instant, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { complete, order as ordinary, reached, said } from "../orders.fixture.ts";
import {
  countTransactions,
  every,
  lookedTwice,
  market,
  occurrencesOf,
  placeStanding,
  price,
  setClock,
  standingEnv,
  standingOf,
  standingOverrides,
  transactionOf,
  untrusted,
} from "../standing-orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions({ env: standingEnv, overrides: standingOverrides });
afterAll(() => running.stop());

beforeEach(async () => {
  setClock(running, "2026-11-21T10:00");
  await market(running, "60000000");
});

const rowOf = async (transactionId: string | null | undefined) => {
  const [row] = await running.rowsOf<{ created_at: string; rate: string; month: string }>(
    `select created_at, rate_xof_per_btc::text as rate, data ->> 'limitMonth' as month
     from transaction_list as list join events on stream_id = list.transaction_id and version = 1
     where list.transaction_id = $1`,
    [transactionId],
  );
  return row;
};

describe("an order of every day", () => {
  it("becomes an ordinary transaction at its time, once a day, and is told how each ends", async () => {
    const order = await placeStanding(running);
    setClock(running, "2026-11-22T07:59");
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(0);

    setClock(running, "2026-11-22T08:00");
    const [first] = await occurrencesOf(running, order, 1);
    expect(first).toMatchObject({
      number: 1,
      due_at: "2026-11-22T08:00:00.000000Z",
      outcome: "ORDERED",
      transaction_status: "PENDING",
    });
    const placed = await transactionOf(running, order, first?.transaction_id ?? "");
    await complete(running, placed);
    await lookedTwice(running);
    setClock(running, "2026-11-23T08:30");
    const [second] = await occurrencesOf(running, order, 2);
    expect(second?.transaction_id).not.toBe(first?.transaction_id);
    expect(await standingOf(running, order)).toMatchObject({
      status: "ACTIVE",
      ordered: 2,
      failures: 0,
      next_at: "2026-11-24T08:00:00.000000Z",
      occurrences: [{ transaction_status: "PENDING" }, { transaction_status: "COMPLETED" }],
    });
    expect(await countTransactions(running, order)).toBe(2);
  });

  it("goes over midnight and the end of a month by the clocks of the business", async () => {
    const midnight = await placeStanding(running, { trigger: every("month", "00:00", 1) });
    const last = await placeStanding(running, { trigger: every("month", "23:59", 31) });
    setClock(running, "2026-11-30T22:59");
    const [evening] = await occurrencesOf(running, last, 1);
    expect(await rowOf(evening?.transaction_id)).toMatchObject({ month: "2026-11" });
    expect(await countTransactions(running, midnight)).toBe(0);

    setClock(running, "2026-11-30T23:00");
    const [morning] = await occurrencesOf(running, midnight, 1);
    expect(await rowOf(morning?.transaction_id)).toMatchObject({ month: "2026-12" });
    expect(await standingOf(running, last)).toMatchObject({
      next_at: "2026-12-31T22:59:00.000000Z",
    });
    expect(await standingOf(running, midnight)).toMatchObject({
      next_at: "2026-12-31T23:00:00.000000Z",
    });
  });

  it("orders for a seller who wrote her own number, as people of her country do, where sats would go back to", async () => {
    const order = await placeStanding(running, {
      transactionType: "SELL_BITCOIN",
      number: "0196000001",
      receiver: "0196000001",
      country: "BJ",
    });
    setClock(running, "2026-11-22T08:00");
    const [first] = await occurrencesOf(running, order, 1);
    expect(first).toMatchObject({ outcome: "ORDERED", code: null });
  });

  it("orders late within the window, once, and skips as one what it missed", async () => {
    const order = await placeStanding(running);
    setClock(running, "2026-11-22T13:59");
    const [late] = await occurrencesOf(running, order, 1);
    expect(late).toMatchObject({ outcome: "ORDERED", due_at: "2026-11-22T08:00:00.000000Z" });
    setClock(running, "2026-11-26T14:01");
    const [missed] = await occurrencesOf(running, order, 2);
    expect(missed).toMatchObject({
      outcome: "SKIPPED",
      code: "late",
      due_at: "2026-11-23T08:00:00.000000Z",
    });
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(1);
    expect(await standingOf(running, order)).toMatchObject({
      failures: 0,
      next_at: "2026-11-27T08:00:00.000000Z",
    });
  });

  it("ends with its count, and before a moment that is behind its end", async () => {
    const counted = await placeStanding(running, { ordersMax: 1 });
    const until = instant("2026-11-23T07:59:59.000000Z");
    const dated = await placeStanding(running, { until });
    setClock(running, "2026-11-22T08:00");
    await occurrencesOf(running, counted, 1);
    await occurrencesOf(running, dated, 1);
    const over = { status: "ENDED", next_at: null };
    expect(await standingOf(running, counted)).toMatchObject({ ...over, end_reason: "done" });
    expect(await standingOf(running, dated)).toMatchObject({
      ...over,
      end_reason: "until-reached",
    });
    setClock(running, "2026-11-24T08:00");
    await lookedTwice(running);
    expect(await countTransactions(running, counted)).toBe(1);
    expect(await countTransactions(running, dated)).toBe(1);
  });
});

describe("an order at a price", () => {
  it("buys once when the rate has come down to it, at that rate, and is done", async () => {
    const order = await placeStanding(running, { trigger: price("51000000") });
    await market(running, "50000001");
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(0);

    await market(running, "50000000");
    const [once] = await occurrencesOf(running, order, 1);
    expect(await rowOf(once?.transaction_id)).toMatchObject({ rate: "51000000" });
    await market(running, "40000000");
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(1);
    expect(await standingOf(running, order)).toMatchObject({ status: "ENDED", end_reason: "done" });
  });

  it("sells once when the rate has come up to it", async () => {
    const order = await placeStanding(running, {
      transactionType: "SELL_BITCOIN",
      receiver: "",
      trigger: price("68600000"),
    });
    await market(running, "69999999");
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(0);
    await market(running, "70000000");
    const [once] = await occurrencesOf(running, order, 1);
    expect(await rowOf(once?.transaction_id)).toMatchObject({ rate: "68600000" });
  });

  it.each([
    ["frozen", "is_frozen = true, mid_xof_per_btc = 40000000"],
    ["stale", "mid_xof_per_btc = 40000000, mid_as_of = clock_timestamp() - interval '61 minutes'"],
  ])("is not reached by a rate that is %s, and is by the next one", async (_how, board) => {
    const order = await placeStanding(running, { trigger: price("51000000") });
    const everyDay = await placeStanding(running);
    await untrusted(running, board);
    setClock(running, "2026-11-22T08:00");
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(0);
    expect(await countTransactions(running, everyDay)).toBe(0);

    await market(running, "50000000");
    await occurrencesOf(running, order, 1);
    expect(await countTransactions(running, everyDay)).toBe(0);
    running.clock.advanceMs(300_000);
    const [retried] = await occurrencesOf(running, everyDay, 1);
    expect(retried).toMatchObject({ outcome: "ORDERED", due_at: "2026-11-22T08:00:00.000000Z" });
  });

  it("ends when its time is over", async () => {
    const order = await placeStanding(running, {
      trigger: price("51000000"),
      until: instant("2026-11-22T00:00:00.000000Z"),
    });
    setClock(running, "2026-11-22T00:01");
    await eventually("it is over", async () => {
      const { status, end_reason: reason } = await standingOf(running, order);
      return status === "ENDED" && reason === "until-reached";
    });
  });
});

describe("an occurrence that cannot order", () => {
  it("is refused beyond the month, and orders again in the next", async () => {
    const order = await placeStanding(running, { amountXof: "150000" });
    setClock(running, "2026-11-22T08:00");
    const [first] = await occurrencesOf(running, order, 1);
    if (first?.outcome !== "ORDERED") throw new Error(JSON.stringify(first));
    await complete(running, await transactionOf(running, order, first.transaction_id ?? ""));
    setClock(running, "2026-11-23T08:00");
    const [refused] = await occurrencesOf(running, order, 2);
    expect(refused).toMatchObject({ outcome: "REFUSED", code: "limit-exceeded" });
    setClock(running, "2026-12-01T08:00");
    const [next, missed] = await occurrencesOf(running, order, 4);
    expect(missed).toMatchObject({ outcome: "SKIPPED", code: "late" });
    expect(next).toMatchObject({ outcome: "ORDERED", due_at: "2026-12-01T08:00:00.000000Z" });
  });

  it("is skipped while the account is suspended, and counts for no failure", async () => {
    const order = await placeStanding(running);
    const { accountId } = order;
    const suspendedAt = running.clock.now();
    await running.identity.publish(AccountSuspended, accountId, { accountId, suspendedAt });
    await eventually("it is suspended", async () => {
      const text = "select from suspended_accounts where account_id = $1 and is_suspended";
      return (await running.rowsOf(text, [accountId])).length > 0;
    });
    setClock(running, "2026-11-22T08:00");
    const [skipped] = await occurrencesOf(running, order, 1);
    expect(skipped).toMatchObject({ outcome: "SKIPPED", code: "account-suspended" });
    await running.identity.publish(AccountSuspensionLifted, accountId, {
      accountId,
      liftedAt: suspendedAt,
    });
    await eventually("it is lifted", async () => {
      const text = "select from suspended_accounts where account_id = $1 and not is_suspended";
      return (await running.rowsOf(text, [accountId])).length > 0;
    });
    setClock(running, "2026-11-23T08:00");
    const [next] = await occurrencesOf(running, order, 2);
    expect(next).toMatchObject({ outcome: "ORDERED" });
    expect(await standingOf(running, order)).toMatchObject({ failures: 0 });
  });

  it("is tried again while it is in time where what refused it passes, and then is refused", async () => {
    const order = await placeStanding(running);
    running.closedChannels.push("MTN_OPEN");
    await eventually("the channel is closed", async () => {
      const result = await running.request(CreateTransaction, ordinary());
      return result.kind === "refused" && result.refusal.code === "provider-unavailable";
    });
    setClock(running, "2026-11-22T08:00");
    await eventually("it is to be tried again", async () => {
      const [trigger] = await running.rowsOf<{ due_at: string }>(
        "select due_at from standing_order_triggers where order_id = $1",
        [order.orderId],
      );
      return trigger?.due_at === "2026-11-22T08:05:00.000000Z";
    });
    expect((await standingOf(running, order)).occurrences).toEqual([]);
    setClock(running, "2026-11-22T13:57");
    const [refused] = await occurrencesOf(running, order, 1);
    expect(refused).toMatchObject({ outcome: "REFUSED", code: "provider-unavailable" });
    running.closedChannels.length = 0;
    await eventually("the channel is open", async () => {
      const { kind } = await running.request(CreateTransaction, ordinary());
      return kind === "replied";
    });
  });

  it("orders nothing where somebody has changed the row of who receives or who pays", async () => {
    const order = await placeStanding(running);
    await running.rowsOf(
      "update standing_order_private set receiver = 'thief@sandbox.sanu' where order_id = $1",
      [order.orderId],
    );
    setClock(running, "2026-11-22T08:00");
    await lookedTwice(running);
    expect(await countTransactions(running, order)).toBe(0);
    expect((await standingOf(running, order)).occurrences).toEqual([]);
  });

  it("ends the order at the third failure in a row, and says so", async () => {
    const order = await placeStanding(running);
    for (const [count, day] of [22, 23, 24].entries()) {
      setClock(running, `2026-11-${day}T08:00`);
      const [due] = await occurrencesOf(running, order, count + 1);
      const placed = await transactionOf(running, order, due?.transaction_id ?? "");
      await said.failed(running, placed);
      await reached(running, placed, "FAILED");
      await eventually("its failure is counted", async () => {
        const { failures } = await standingOf(running, order);
        return failures === count + 1;
      });
    }
    expect(await standingOf(running, order)).toMatchObject({
      status: "ENDED",
      end_reason: "failing",
      failures: 3,
    });
    const published = await running.rowsOf<{ public_data: string }>(
      "select public_data from events where stream_id = $1 and public_type = $2",
      [order.orderId, StandingOrderEnded.type],
    );
    expect(published.map(({ public_data: text }) => JSON.parse(text))).toMatchObject([
      { reason: "failing", accountId: order.accountId },
    ]);
  });
});

it("lists what was ordered under the id of the order and its occurrence, whoever looks first", async () => {
  const accountId = newId<"AccountId">();
  const orders = await Promise.all(
    Array.from({ length: 3 }, () => placeStanding(running, { accountId, amountXof: "1000" })),
  );
  setClock(running, "2026-11-22T08:00");
  for (const order of orders) await occurrencesOf(running, order, 1);
  expect(await countTransactions(running, { accountId })).toBe(3);
  const awaited = await running.rowsOf(
    "select from standing_order_awaited where order_id = any($1::uuid[])",
    [orders.map(({ orderId }) => orderId)],
  );
  expect(awaited).toHaveLength(3);
});
