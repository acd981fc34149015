import {
  ChangeStandingOrder,
  CreateStandingOrder,
  GetUser,
  ListMonitoredOrders,
  ListStandingOrders,
} from "@sanu/contracts";
import { refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { monitoredOrder, standingOrder } from "../order-replies.fixture.ts";
import { signedReplies } from "../replies.fixture.ts";

const { signer, replies } = signedReplies();
const token = signer.token({ sub: user.id });
const test = useGateway({ signer });

const daily = {
  type: "BUY_BITCOIN",
  amount: 5_000,
  receiver_address: "ok@sandbox.sanu",
  number: "+2290161000789",
  every: "day",
};
const create = (body: object, headers: Record<string, string> = {}) =>
  test.api.call("POST", "/api/v1/orders", { token, body, headers });
const fieldsOf = async (body: object) => {
  const response = await create(body);
  expect(response.status).toBe(422);
  return Object.keys(response.json<{ errors: object }>().errors).toSorted();
};

describe("ordering in advance", () => {
  it("answers 201 with the very bytes that transactions froze", async () => {
    const response = await create({ ...daily, time: "09:30", until: "2027-01-31T23:59:59+01:00" });

    expect(response.status).toBe(201);
    expect(response.text).toBe(replies["create-standing-order"].responseJson);
    expect(test.requests[0]?.data).toMatchObject({
      accountId: user.id,
      transactionType: "BUY_BITCOIN",
      amountXof: 5_000n,
      trigger: { kind: "schedule", every: "day", day: null, time: "09:30" },
      until: "2027-01-31T22:59:59.000000Z",
      ordersMax: null,
      idempotency: null,
    });
  });

  it("takes a price in place of a schedule, and only one of them", async () => {
    const { every: _every, ...untimed } = daily;
    expect((await create({ ...untimed, price: 50_000_000, count: 3 })).status).toBe(201);
    expect(test.requests[0]?.data).toMatchObject({
      trigger: { kind: "price", priceXofPerBtc: 50_000_000n },
      ordersMax: 3,
    });
    const both = await create({ ...daily, price: 50_000_000 }, { "accept-language": "en" });
    expect(both.json<{ errors: object }>().errors).toEqual({
      price: ["The price excludes another field that you gave: keep one of the two."],
    });
    expect(await fieldsOf(untimed)).toEqual(["every"]);
  });

  it("names every broken field", async () => {
    const broken = { every: "week", day: 8, time: "24:00", until: "tomorrow", count: 0 };
    expect(await fieldsOf({ ...daily, ...broken, amount: 1.5, receiver_address: "" })).toEqual([
      "amount",
      "count",
      "day",
      "receiver_address",
      "time",
      "until",
    ]);
    expect(await fieldsOf({ ...daily, every: "month", day: 32 })).toEqual(["day"]);
    expect(await fieldsOf({ ...daily, every: "year" })).toEqual(["every"]);
  });

  it.each([
    "9999-12-31T23:59:59-01:00",
    "0001-01-01T00:00:00+01:00",
    "0000-06-01T00:00:00Z",
    "+012026-06-01T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2027-02-29T00:00:00Z",
  ])("knows no end outside of the calendar: %s", async (until) => {
    expect(await fieldsOf({ ...daily, until })).toEqual(["until"]);
  });

  it("gives bodies that order the same one hash, and another order another", async () => {
    const headers = { "idempotency-key": "key-1" };
    await create(daily, headers);
    await create({ unknown: 1, ...daily }, headers);
    await create({ ...daily, time: "10:00" }, headers);
    const hashes = test.requests.map(
      ({ data }) => (data as { idempotency: { bodyHash: string } }).idempotency.bodyHash,
    );
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  it("says in the client's language how many it may have", async () => {
    test.reply(CreateStandingOrder, () => refuse("too-many-standing-orders", { openMax: "20" }));
    const response = await create(daily);
    expect(response.status).toBe(400);
    expect(response.json()).toMatchObject({
      code: "too-many-standing-orders",
      message: expect.stringMatching(/^Vous avez déjà 20 ordres programmés\. Rien n.a été créé/),
    });
  });
});

describe("an order in advance", () => {
  const path = `/api/v1/orders/${standingOrder.id}`;

  it("is listed by pages and shown to its owner", async () => {
    const list = await test.api.call("GET", "/api/v1/orders?status=ACTIVE&limit=5", { token });
    expect(list.status).toBe(200);
    expect(list.json()).toMatchObject({
      success: true,
      orders: [{ id: standingOrder.id, next_at: standingOrder.next_at }],
      meta: { next_cursor: null },
    });
    expect(test.requests[0]?.data).toMatchObject({ status: "ACTIVE", limit: 5, cursor: null });
    test.reply(ListStandingOrders, () =>
      refuse("validation-failed", undefined, { cursor: ["invalid"] }),
    );
    expect((await test.api.call("GET", "/api/v1/orders?cursor=x", { token })).json()).toMatchObject(
      {
        status: 422,
        errors: { cursor: [expect.any(String)] },
      },
    );
    const detail = await test.api.call("GET", path, { token });
    expect(detail.json()).toEqual({ success: true, order: standingOrder });
  });

  it.each(["pause", "resume", "cancel"])("is changed by its owner: %s", async (change) => {
    const response = await test.api.call("POST", `${path}/${change}`, { token });
    expect(response.status).toBe(200);
    expect(response.json()).toMatchObject({ order: { id: standingOrder.id } });
    expect(test.requests[0]?.data).toMatchObject({ change, orderId: standingOrder.id });
    test.reply(ChangeStandingOrder, () => refuse("standing-order-ended"));
    expect((await test.api.call("POST", `${path}/${change}`, { token })).status).toBe(400);
  });
});

describe("a user's orders in advance, for the staff", () => {
  const path = `/api/v1/users/${user.id}/orders`;
  const staff = signer.token({ sub: monitoredOrder.user_id, roles: ["user", "service_client"] });

  it("are listed by status, without who pays and who receives", async () => {
    const response = await test.api.call("GET", `${path}?status=PAUSED&limit=5&cursor=abc`, {
      token: staff,
    });
    expect([response.status, response.json()]).toEqual([
      200,
      { success: true, orders: [monitoredOrder], meta: { next_cursor: "next" } },
    ]);
    expect(response.text).not.toMatch(/receiver_address|"number"/);
    const asked = { accountId: user.id, limit: 5, cursor: "abc", status: "PAUSED" };
    expect(test.requests.find(({ name }) => name === ListMonitoredOrders.name)?.data).toEqual(
      asked,
    );
  });

  it("are not found where there is no such user", async () => {
    test.reply(GetUser, () => refuse("not-found"));
    const response = await test.api.call("GET", path, { token: staff });
    expect([response.status, response.json()]).toMatchObject([404, { code: "not-found" }]);
  });

  it("are nobody else's to see", async () => {
    expect((await test.api.call("GET", path, { token })).status).toBe(403);
    expect(test.requests).toEqual([]);
  });
});
