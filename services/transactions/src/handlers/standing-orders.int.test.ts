import {
  AccountErased,
  AccountErasureRequested,
  CreateStandingOrder,
  FindPaymentPage,
  GetStandingOrder,
  idOf,
  ListMonitoredOrders,
  ListStandingOrders,
  type RequestInput,
} from "@sanu/contracts";
import {
  type AccountId,
  type CommandId,
  instant,
  newId,
  type StandingOrderId,
  type TransactionId,
} from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { place, reached, said } from "../orders.fixture.ts";
import {
  change,
  every,
  occurrencesOf,
  placeStanding,
  price,
  setClock,
  standingEnv,
  standingOf,
  standingOverrides,
  wanted,
} from "../standing-orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions({
  env: { ...standingEnv, STANDING_ORDERS_MAX: "4", STANDING_ORDER_RESUMES_MAX: "3" },
  overrides: standingOverrides,
});
afterAll(() => running.stop());
beforeEach(() => setClock(running, "2026-11-21T10:00"));

const ask = (changes: Partial<RequestInput<typeof CreateStandingOrder>> = {}) =>
  running.request(CreateStandingOrder, wanted(changes));
const brokenOf = async (changes: Partial<RequestInput<typeof CreateStandingOrder>>) => {
  const result = await ask(changes);
  return result.kind === "refused" && { ...result.refusal.fields };
};
const refusalOf = async (changes: Partial<RequestInput<typeof CreateStandingOrder>>) => {
  const result = await ask(changes);
  return result.kind === "refused" && result.refusal.code;
};

describe("placing an order in advance", () => {
  it("answers with the order, when it is due next, and orders nothing yet", async () => {
    const order = await placeStanding(running, {
      trigger: every("week", "08:30", 1),
      ordersMax: 4,
    });
    expect(await standingOf(running, order)).toMatchObject({
      type: "BUY_BITCOIN",
      amount: 10_000,
      currency_code: "XOF",
      status: "ACTIVE",
      every: "week",
      day: 1,
      time: "08:30",
      price: null,
      receiver_address: "ok@sandbox.sanu",
      number: "+2290196000001",
      count: 4,
      ordered: 0,
      next_at: "2026-11-23T07:30:00.000000Z",
      created_at: "2026-11-21T10:00:00.000000Z",
      occurrences: [],
    });
  });

  it("takes the day and time of now where none is said, by the clocks of the business", async () => {
    setClock(running, "2026-11-29T23:15");
    const wishes = { kind: "schedule", day: null, time: null } as const;
    const monthly = await placeStanding(running, { trigger: { ...wishes, every: "month" } });
    expect(await standingOf(running, monthly)).toMatchObject({
      day: 30,
      time: "00:15",
      next_at: "2026-12-29T23:15:00.000000Z",
    });
    const daily = await placeStanding(running, { trigger: { ...wishes, every: "day" } });
    expect(await standingOf(running, daily)).toMatchObject({ day: null, time: "00:15" });
  });

  it("names every broken field", async () => {
    expect(await brokenOf({ receiver: "nobody", number: "12", trigger: price("1") })).toEqual({
      receiver_address: ["invalid-receiver"],
      number: ["invalid-phone-number"],
      price: ["outside-band"],
    });
    expect(await brokenOf({ until: instant("2026-11-22T07:00:00.000000Z") })).toEqual({
      until: ["never-due"],
    });
    expect(await refusalOf({ amountXof: "99" })).toBe("amount-below-minimum");
    expect(await refusalOf({ amountXof: "1000001" })).toBe("amount-above-maximum");
    expect(await refusalOf({ channel: "ORANGE_CI" })).toBe("provider-not-available-for-number");
  });

  it("takes no receiver that demands an amount: each time, the rate makes another one", async () => {
    const address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
    const receiver = `bitcoin:${address}?amount=0.00016339`;
    expect(await brokenOf({ receiver })).toEqual({ receiver_address: ["single-use"] });
    expect(await brokenOf({ receiver, trigger: price("60000000") })).toEqual({
      receiver_address: ["single-use"],
    });
    expect((await ask({ receiver: `bitcoin:${address}?label=savings` })).kind).toBe("replied");
  });

  it("is one order for copies of a request, and none for another body under the same key", async () => {
    const accountId = newId<"AccountId">() as AccountId;
    const idempotency = { key: "a".repeat(64), bodyHash: "one" };
    const copies = await Promise.all(
      Array.from({ length: 4 }, () => ask({ accountId, idempotency })),
    );
    const texts = copies.map((copy) => copy.kind === "replied" && copy.data.responseJson);
    expect(new Set(texts).size).toBe(1);
    expect(copies.filter((copy) => copy.kind === "replied" && !copy.data.replayed)).toHaveLength(1);
    const other = { ...idempotency, bodyHash: "two" };
    expect(await refusalOf({ accountId, idempotency: other })).toBe("idempotency-key-reused");
    const commandId = newId<"CommandId">() as CommandId;
    await ask({ accountId, commandId });
    await ask({ accountId, commandId });
    const list = await running.request(ListStandingOrders, {
      accountId,
      limit: 10,
      cursor: null,
      status: null,
    });
    expect(list.kind === "replied" && list.data.orders.length).toBe(2);
  });

  it("is refused beyond so many that have not ended, however many ask at once", async () => {
    const accountId = newId<"AccountId">() as AccountId;
    const results = await Promise.all(Array.from({ length: 9 }, () => ask({ accountId })));
    expect(results.filter(({ kind }) => kind === "replied")).toHaveLength(4);
    expect(await refusalOf({ accountId })).toBe("too-many-standing-orders");
    const list = await running.request(ListStandingOrders, {
      accountId,
      limit: 3,
      cursor: null,
      status: "ACTIVE",
    });
    if (list.kind !== "replied") throw new Error("no list");
    expect(list.data.orders).toHaveLength(3);
    const rest = await running.request(ListStandingOrders, {
      accountId,
      limit: 3,
      cursor: list.data.nextCursor,
      status: null,
    });
    expect(rest.kind === "replied" && rest.data.orders.length).toBe(1);
    const orderId = list.data.orders[0]?.id as never;
    await change(running, { accountId, orderId }, "cancel");
    expect((await ask({ accountId })).kind).toBe("replied");
  });
});

describe("an order in advance", () => {
  it("is nobody else's, and cannot be found by guessing", async () => {
    const order = await placeStanding(running);
    const accountId = newId<"AccountId">() as AccountId;
    const notFound = { kind: "refused", refusal: { code: "not-found" } };
    expect(
      await running.request(GetStandingOrder, { accountId, orderId: order.orderId }),
    ).toMatchObject(notFound);
    for (const wanted of ["pause", "resume", "cancel"] as const) {
      const foreign = { accountId, orderId: order.orderId };
      expect(await change(running, foreign, wanted)).toMatchObject(notFound);
    }
    expect(await standingOf(running, order)).toMatchObject({ status: "ACTIVE" });
  });

  it("does not make up for what it missed while it was paused, and changes no more once cancelled", async () => {
    const order = await placeStanding(running);
    await change(running, order, "pause");
    setClock(running, "2026-11-24T12:00");
    const resumed = await change(running, order, "resume");
    expect(resumed).toMatchObject({
      data: { order: { status: "ACTIVE", next_at: "2026-11-25T08:00:00.000000Z" } },
    });
    await change(running, order, "cancel");
    expect((await change(running, order, "cancel")).kind).toBe("replied");
    for (const wanted of ["pause", "resume"] as const) {
      expect(await change(running, order, wanted)).toMatchObject({
        refusal: { code: "standing-order-ended" },
      });
    }
  });

  it("is resumed so often and no more, by however many at once, and can be cancelled then", async () => {
    const order = await placeStanding(running);
    for (let round = 1; round <= 4; round += 1) {
      await Promise.all([1, 2, 3].map(() => change(running, order, "pause")));
      await Promise.all([1, 2, 3].map(() => change(running, order, "resume")));
    }
    expect(await change(running, order, "resume")).toMatchObject({
      refusal: { code: "too-many-resumptions", params: { resumesMax: "3" } },
    });
    expect((await change(running, order, "pause")).kind).toBe("replied");
    const events = "select from events where stream_id = $1";
    expect(await running.rowsOf(events, [order.orderId])).toHaveLength(1 + 4 + 3);
    expect((await change(running, order, "cancel")).kind).toBe("replied");
  });

  it("ends with its person, of whom nothing is left in it", async () => {
    const order = await placeStanding(running);
    const { accountId } = order;
    const erasureId = newId<string>();
    const at = running.clock.now();
    await running.identity.publish(AccountErasureRequested, accountId, {
      accountId,
      erasureId,
      requestedAt: at,
    });
    await eventually("the account is closed", async () => {
      return (await refusalOf({ accountId })) === "account-deactivated";
    });
    await running.identity.publish(AccountErased, accountId, { accountId, erasedAt: at });
    await eventually("it has ended", async () => {
      const { status, end_reason: reason } = await standingOf(running, order);
      return status === "ENDED" && reason === "account-closed";
    });
    await eventually("nothing is left", async () => {
      const text = "select from standing_order_private where account_id = $1";
      return (await running.rowsOf(text, [accountId])).length === 0;
    });
    expect(await standingOf(running, order)).toMatchObject({ receiver_address: "", number: "" });
  });
});

describe("what the staff sees of a person's orders in advance", () => {
  const listed = (accountId: AccountId, changes: object = {}) =>
    running.request(ListMonitoredOrders, {
      accountId,
      limit: 2,
      cursor: null,
      status: null,
      ...changes,
    });

  it("is a page of them, newest first, without who pays and who receives, and stands in the audit log", async () => {
    const accountId = newId<"AccountId">() as AccountId;
    const orders: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      running.clock.advanceMs(1_000);
      orders.push((await placeStanding(running, { accountId })).orderId);
    }
    const [first = "", second = "", third = ""] = orders;
    await change(running, { accountId, orderId: idOf<StandingOrderId>().parse(second) }, "pause");
    const page = await listed(accountId);
    if (page.kind !== "replied") throw new Error(JSON.stringify(page));
    expect(page.data.rows.map(({ id, status, user_id }) => [id, status, user_id])).toEqual([
      [third, "ACTIVE", accountId],
      [second, "PAUSED", accountId],
    ]);
    expect(JSON.stringify(page.data)).not.toMatch(/ok@sandbox|\+229/);
    const rest = await listed(accountId, { cursor: page.data.nextCursor });
    expect(rest).toMatchObject({ data: { rows: [{ id: first }], nextCursor: null } });
    const paused = await listed(accountId, { status: "PAUSED" });
    expect(paused).toMatchObject({ data: { rows: [{ id: second }] } });
    expect(await listed(accountId, { cursor: "forged" })).toMatchObject({
      refusal: { code: "validation-failed", fields: { cursor: ["invalid"] } },
    });
    const entries = await running.rowsOf(
      "select from audit_log where entry::text like '%list-monitored-orders%' and entry::text like $1",
      [`%${accountId}%`],
    );
    expect(entries.length).toBeGreaterThan(0);
  });
});

describe("the page that a mail leads to", () => {
  it("is told to its owner's mail while it can be paid", async () => {
    const order = await placeStanding(running);
    setClock(running, "2026-11-22T08:00");
    const [due] = await occurrencesOf(running, order, 1);
    const transactionId = due?.transaction_id as TransactionId;
    const { accountId } = order;
    const page = await running.request(FindPaymentPage, { accountId, transactionId });
    expect(page).toMatchObject({
      data: { pageUrl: expect.stringMatching(/^https:\/\/sanu\.example\/pay\/[\w-]{22}$/) },
    });
    const stranger = newId<"AccountId">() as AccountId;
    const other = await running.request(FindPaymentPage, { accountId: stranger, transactionId });
    expect(other).toMatchObject({ refusal: { code: "not-found" } });
    const paid = await place(running);
    await said.completed(running, paid);
    await reached(running, paid, "PROCESSING");
    const over = await running.request(FindPaymentPage, paid);
    expect(over).toMatchObject({ refusal: { code: "not-found" } });
  });
});
