import { afterAll, afterEach, describe, expect, it } from "vitest";
import { statusOf } from "../gateway/payment.ts";
import {
  call,
  callInVain,
  orderBody,
  startMerchant,
  startSandbox,
  until,
} from "../sandbox.fixture.ts";

const merchant = await startMerchant();
const sandbox = await startSandbox({ callbackUrl: merchant.url });

afterEach(() => {
  sandbox.control.clearFaults();
  sandbox.control.setLatencyMs(0);
  sandbox.callbacks.change({ url: merchant.url, copies: 1, scatterMs: 0 });
});

afterAll(async () => {
  await sandbox.close();
  await merchant.close();
});

const order = (body: object) => call(`${sandbox.url}/v1/payments`, { body });
const control = (path: string, body: object) => call(`${sandbox.url}/control/${path}`, { body });
const isTaken = (key: string) => sandbox.payments.findByKey(key) !== undefined;

describe("a fault", () => {
  it.each([
    ["http-500", 500],
    ["http-429", 429],
    ["not-found", 404],
  ])("%s answers as a provider in trouble does", async (mode, status) => {
    await control("faults", { operation: "payments.create", mode });
    const body = orderBody("001");
    expect((await order(body)).status).toBe(status);
    expect(isTaken(body.merchant_key)).toBe(false);
  });

  it.each(["reset", "html", "garbage"])("%s brings no JSON", async (mode) => {
    await control("faults", { operation: "payments.create", mode });
    const body = orderBody("001");
    await expect(order(body)).rejects.toThrow();
    expect(isTaken(body.merchant_key)).toBe(false);
  });

  it.each(["reset", "http-500"])("%s can come after acting", async (mode) => {
    await control("faults", { operation: "payments.create", mode, acts: true });
    const body = orderBody("001");
    await order(body).catch(() => undefined);
    expect(isTaken(body.merchant_key)).toBe(true);
  });

  it.each([false, true])("hang brings no answer, and may come after acting: %s", async (acts) => {
    await control("faults", { operation: "payments.create", mode: "hang", acts });
    const body = orderBody("001");
    await callInVain(sandbox, "/v1/payments", body);
    expect(isTaken(body.merchant_key)).toBe(acts);
  });

  it("lost breaks the connection after acting, and the matter is found only later", async () => {
    await control("faults", { operation: "payments.create", mode: "lost" });
    const body = orderBody("789");
    const read = () => call(`${sandbox.url}/v1/payments?merchant_key=${body.merchant_key}`);
    await expect(order(body)).rejects.toThrow();
    expect(isTaken(body.merchant_key)).toBe(true);
    expect((await read()).status).toBe(404);
    await until("it is found", async () => (await read()).status === 200);
  });

  it("is decided call by call, where none was ordered", async () => {
    const operations: string[] = [];
    sandbox.control.decideFaults((operation) => {
      operations.push(operation);
      return operations.length % 2 === 0 ? { mode: "http-500", acts: false } : undefined;
    });
    await control("faults", { operation: "payments.create", mode: "http-429" });
    const statuses = [];
    for (let times = 0; times < 4; times += 1)
      statuses.push((await order(orderBody("001"))).status);
    expect(statuses).toEqual([429, 201, 500, 201]);
    expect(operations).toEqual(["payments.create", "payments.create", "payments.create"]);
  });

  it("spoils as many calls as it says, of its own operation", async () => {
    await control("faults", { operation: "payments.create", mode: "http-500", times: 2 });
    const read = await call(`${sandbox.url}/v1/payments/nobody`);
    const statuses = [];
    for (let times = 0; times < 3; times += 1)
      statuses.push((await order(orderBody("001"))).status);
    expect(read.status).toBe(404);
    expect(statuses).toEqual([500, 500, 201]);
  });

  it("of an operation that does not exist is refused", async () => {
    const said = await control("faults", { operation: "payments.guess", mode: "hang" });
    expect(said.status).toBe(422);
  });
});

describe("the switches", () => {
  it("make every answer take its time", async () => {
    await control("latency", { latency_ms: 80 });
    const from = performance.now();
    await order(orderBody("001"));
    expect(performance.now() - from).toBeGreaterThanOrEqual(79);
  });

  it("make callbacks come several times, or not at all", async () => {
    await control("callbacks", { copies: 3 });
    const often = orderBody("789");
    await order(often);
    const about = (key: string) =>
      merchant.received.filter((one) => one.rawBody.includes(`"${key}"`));
    await until("three copies come", () => about(often.merchant_key).length === 3);

    await control("callbacks", { url: null });
    const silent = orderBody("789");
    await order(silent);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(about(silent.merchant_key)).toEqual([]);
  });

  it("make money come in another amount, late and twice", async () => {
    const body = orderBody("039");
    const key = body.merchant_key;
    await order(body);
    await control("receipts", { merchant_key: key, amount_xof: "4000" });
    await control("receipts", { merchant_key: key });
    const payment = sandbox.payments.findByKey(key);
    if (payment === undefined) throw new Error("The order was not taken");
    expect(statusOf(payment)).toBe("completed");
    expect(payment.receipts.map(({ amountXof }) => amountXof)).toEqual([4_000n, 5_000n]);
    expect((await control("receipts", { merchant_key: "nobody" })).status).toBe(404);
  });

  it("make money come at another moment than it did, or without one", async () => {
    const body = orderBody("444");
    const key = body.merchant_key;
    await order(body);
    const statedAt = "2026-11-21T10:00:00.000000Z";
    await control("receipts", { merchant_key: key, received_at: statedAt });
    await control("receipts", { merchant_key: key, received_at: null });
    const read = await call(`${sandbox.url}/v1/payments?merchant_key=${key}`);
    expect(read.body).toMatchObject({
      receipts: [{ received_at: statedAt }, { received_at: null }],
    });
    expect((await control("receipts", { merchant_key: key, received_at: "soon" })).status).toBe(
      422,
    );
  });

  it("put the clock of the whole sandbox ahead", async () => {
    const dayMs = 86_400_000;
    await control("clock", { offset_ms: 2 * dayMs });
    const body = orderBody("789");
    await order(body);
    const response = await fetch(`${sandbox.url}/v1/payments?merchant_key=${body.merchant_key}`);
    await control("clock", { offset_ms: 0 });
    const { receipts } = (await response.json()) as { receipts: { received_at: string }[] };
    const dates = [response.headers.get("date"), receipts[0]?.received_at];
    for (const date of dates) {
      const aheadMs = Date.parse(date ?? "") - Date.now();
      expect(Math.abs(aheadMs - 2 * dayMs)).toBeLessThan(dayMs / 2);
    }
  });

  it("send the callbacks of a payment again", async () => {
    const body = orderBody("001");
    await order(body);
    await control("callbacks/again", { merchant_key: body.merchant_key, copies: 4 });
    const about = () => merchant.received.filter((one) => one.rawBody.includes(body.merchant_key));
    await until("four copies come", () => about().length === 4);
    expect(new Set(about().map(({ rawBody }) => rawBody)).size).toBe(1);
  });
});

describe("the provider changes its word", () => {
  const about = (key: string) =>
    merchant.received.filter((one) => one.rawBody.includes(`"${key}"`)).map((one) => one.rawBody);
  const reverse = (key: string) => control("reversals", { merchant_key: key });
  const read = async (path: string, key: string) =>
    (await call(`${sandbox.url}/v1/${path}?merchant_key=${key}`)).body;

  it("takes back what was collected, once, and calls back", async () => {
    const body = orderBody("789");
    const key = body.merchant_key;
    await order(body);
    expect((await reverse(key)).status).toBe(204);
    expect(await read("payments", key)).toMatchObject({ status: "reversed" });
    await until("the merchant is told", () =>
      about(key).some((raw) => /payment.reversed/.test(raw)),
    );
    expect(await reverse(key)).toMatchObject({ status: 409, body: { code: "not-reversible" } });
    expect((await reverse("nobody")).status).toBe(404);
    const entries = sandbox.journal.ofKind("money-reversed").filter((one) => one.key === key);
    expect(entries).toMatchObject([{ amountXof: "5000" }]);
  });

  it("shows what was collected as another amount, under its name, and calls back", async () => {
    const body = orderBody("789");
    const key = body.merchant_key;
    await order(body);
    const [receipt] = sandbox.payments.findByKey(key)?.receipts ?? [];
    expect(sandbox.reversals.changeAmount(key, 4_000n)).toBe("changed");
    expect(sandbox.reversals.changeAmount("nobody", 4_000n)).toBe("not-found");
    expect(await read("payments", key)).toMatchObject({
      status: "completed",
      receipts: [{ id: receipt?.receiptId, amount_xof: "4000" }],
    });
    const lines = sandbox.statements.linesOf("collections").filter((line) => line.key === key);
    expect(lines).toMatchObject([{ reference: receipt?.receiptId, amount: 4_000n }]);
    await until("the merchant is told twice", () => about(key).length === 2);
  });

  it("gets back what it refunded and paid out, and the float has the amount without the fee", async () => {
    const body = orderBody("789");
    await order(body);
    const payment = sandbox.payments.findByKey(body.merchant_key);
    const [refundKey, payoutKey] = [`refund-${body.merchant_key}`, `out-${body.merchant_key}`];
    const refund = { merchant_key: refundKey, payment_id: payment?.id, amount_xof: "5000" };
    await control("refund-difference", { difference_xof: "-75" });
    expect((await call(`${sandbox.url}/v1/refunds`, { body: refund })).body).toMatchObject({
      status: "settled",
      amount_xof: "5000",
      arrived_xof: "4925",
    });
    await control("refund-difference", { difference_xof: "0" });
    const payout = { merchant_key: payoutKey, amount_xof: "5000", number: "+2290196000001" };
    const out = { ...payout, channel: "MTN_OPEN", description: "PAYOUT_1" };
    await call(`${sandbox.url}/v1/disbursements`, { body: out });
    const floatXof = sandbox.disbursements.floatXof();
    for (const key of [refundKey, payoutKey]) expect((await reverse(key)).status).toBe(204);
    expect(await read("refunds", refundKey)).toMatchObject({ status: "reversed" });
    expect(await read("disbursements", payoutKey)).toMatchObject({ status: "reversed" });
    expect(sandbox.disbursements.floatXof()).toBe(floatXof + 5_000n);
    expect(sandbox.journal.ofKind("refund-reversed").at(-1)).toMatchObject({ amountXof: "4925" });
    await until("the merchant is told of both", () =>
      [refundKey, payoutKey].every((key) => about(key).length === 1),
    );
  });
});

describe("the journal", () => {
  it("shows every call and what it moved, in order", async () => {
    const quiet = await startSandbox();
    const from = 1;
    await call(`${quiet.url}/v1/payments/nobody`);
    const body = orderBody("789");
    await call(`${quiet.url}/v1/payments`, { body });
    const said = await call(`${quiet.url}/journal?after=${from}&limit=3`);
    expect(said.body).toMatchObject({
      entries: [
        { seq: from + 1, kind: "payment-created", key: body.merchant_key, amountXof: "5000" },
        { seq: from + 2, kind: "money-received", key: body.merchant_key, amountXof: "5000" },
        { kind: "call", operation: "payments.create", response: "201" },
      ],
    });
    const calls = await call(`${quiet.url}/journal?kind=call&after=${from}`);
    expect(calls.body).toMatchObject({ entries: [{ kind: "call", key: body.merchant_key }] });
    await quiet.close();
  });
});
