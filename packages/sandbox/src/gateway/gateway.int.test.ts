import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sandbox } from "../create-sandbox.ts";
import type { Delays } from "../limits.ts";
import {
  call,
  callInVain,
  type Merchant,
  orderBody,
  shortDelays,
  soonExpired,
  startMerchant,
  startSandbox,
  until,
} from "../sandbox.fixture.ts";
import { statusOf } from "./payment.ts";

let merchant: Merchant;
let sandbox: Sandbox;

beforeAll(async () => {
  merchant = await startMerchant();
  sandbox = await startSandbox({ callbackUrl: merchant.url });
});

afterAll(async () => {
  await sandbox.close();
  await merchant.close();
});

async function restartWith(delays: Partial<Delays>): Promise<void> {
  await sandbox.close();
  sandbox = await startSandbox({ callbackUrl: merchant.url, delays });
}

async function create(lastDigits: string, changes: object = {}): Promise<string> {
  const body = orderBody(lastDigits, changes);
  const said = await call(`${sandbox.url}/v1/payments`, { body });
  expect(said.status).toBe(201);
  return body.merchant_key;
}

function statusNow(key: string) {
  const payment = sandbox.payments.findByKey(key);
  return payment === undefined ? undefined : statusOf(payment);
}

function callbacksAbout(key: string) {
  return merchant.received.filter(({ rawBody }) => rawBody.includes(`"${key}"`));
}

describe("an order", () => {
  it("is taken once for each key, and a repeated key says which payment it stands for", async () => {
    const body = orderBody("001");
    const first = await call(`${sandbox.url}/v1/payments`, { body });
    const second = await call(`${sandbox.url}/v1/payments`, { body: { ...body, amount_xof: "9" } });
    expect(first.status).toBe(201);
    expect(second).toEqual({ status: 409, body: first.body });
    const taken = sandbox.journal.ofKind("payment-created");
    expect(taken.filter(({ key }) => key === body.merchant_key)).toHaveLength(1);
  });

  it("is found by key and by reference, and an unknown one is not found", async () => {
    const key = await create("001");
    const byKey = await call(`${sandbox.url}/v1/payments?merchant_key=${key}`);
    const id = sandbox.payments.findByKey(key)?.id;
    expect(byKey).toMatchObject({ status: 200, body: { id, merchant_key: key } });
    expect(await call(`${sandbox.url}/v1/payments/${id}`)).toEqual(byKey);
    expect(await call(`${sandbox.url}/v1/payments/nobody`)).toMatchObject({ status: 404 });
  });

  it.each([
    { amount_xof: "0" },
    { amount_xof: 5_000 },
    { amount_xof: "5.5" },
    { payer_number: "01" },
    { return_url: "javascript:alert(1)" },
  ])("that makes no sense is refused: %o", async (changes) => {
    const body = orderBody("001", changes);
    const said = await call(`${sandbox.url}/v1/payments`, { body });
    expect(said).toMatchObject({ status: 422, body: { code: "invalid-request" } });
  });
});

describe("a payer whose number ends in", () => {
  it("789 pays at once", async () => {
    const key = await create("789");
    expect(statusNow(key)).toBe("completed");
    await until("the merchant is told", () => callbacksAbout(key).length === 1);
  });

  it("002 pays after a while", async () => {
    const body = orderBody("002");
    const said = await call(`${sandbox.url}/v1/payments`, { body });
    expect(said).toMatchObject({ status: 201, body: { status: "pending" } });
    const { merchant_key: key } = body;
    await until("the payment is completed", () => statusNow(key) === "completed");
  });

  it("039 declines and 048 has too little", async () => {
    expect(statusNow(await create("039"))).toBe("declined");
    expect(statusNow(await create("048"))).toBe("insufficient_funds");
  });

  it("129 is never answered, though the order is taken", async () => {
    const body = orderBody("129");
    await callInVain(sandbox, "/v1/payments", body);
    expect(statusNow(body.merchant_key)).toBe("pending");
    await callInVain(sandbox, `/v1/payments?merchant_key=${body.merchant_key}`);
    expect(callbacksAbout(body.merchant_key)).toEqual([]);
  });

  it("222 is answered twice, about one payment", async () => {
    const key = await create("222");
    await until("the merchant is told twice", () => callbacksAbout(key).length === 2);
    const [first, second] = callbacksAbout(key);
    expect(first?.rawBody).toBe(second?.rawBody);
    const received = sandbox.journal.ofKind("money-received").filter((one) => one.key === key);
    expect(received).toHaveLength(1);
  });

  it("333 pays after expiry", async () => {
    await restartWith(soonExpired);
    const key = await create("333");
    await until("the merchant is told of both", () => callbacksAbout(key).length === 2);
    expect(statusNow(key)).toBe("completed");
    // Two messages that are sent a moment apart may overtake each other.
    const published = callbacksAbout(key).map(({ rawBody }) => /payment\.\w+/.exec(rawBody)?.[0]);
    expect(new Set(published)).toEqual(new Set(["payment.expired", "payment.completed"]));
  });

  it("444 is never closed: neither by its age nor by the merchant, and takes money at any time", async () => {
    await restartWith({ ...soonExpired, expireMs: 1 });
    const key = await create("444");
    const other = await create("001");
    await until("another one has expired", () => statusNow(other) === "expired");
    const url = `${sandbox.url}/v1/cancellations`;
    const cancelled = await call(url, { body: { merchant_key: key } });
    expect(cancelled).toMatchObject({ status: 200, body: { status: "pending" } });
    const token = sandbox.payments.findByKey(key)?.token;
    await fetch(`${sandbox.url}/pay/${token}/approve`, { method: "POST" });
    expect(statusNow(key)).toBe("completed");
  });

  it("anything else waits for the page until the order expires", async () => {
    await restartWith(soonExpired);
    const key = await create("001");
    await until("the payment has expired", () => statusNow(key) === "expired");
    await restartWith(shortDelays);
    expect(statusNow(await create("001"))).toBe("pending");
  });
});

describe("a cancellation", () => {
  const cancel = (key: string) =>
    call(`${sandbox.url}/v1/cancellations`, { body: { merchant_key: key } });

  it("closes an order that nobody has paid", async () => {
    const key = await create("001");
    expect(await cancel(key)).toMatchObject({ status: 200, body: { status: "cancelled" } });
  });

  it("does not take back a payment", async () => {
    const key = await create("789");
    expect(await cancel(key)).toMatchObject({ status: 200, body: { status: "completed" } });
  });
});

describe("a refund", () => {
  const refund = (body: object) => call(`${sandbox.url}/v1/refunds`, { body });

  it("is made once for each key, and never more than came in", async () => {
    const key = await create("789");
    const id = sandbox.payments.findByKey(key)?.id;
    const order = { merchant_key: `refund-of-${key}`, payment_id: id, amount_xof: "3000" };
    const first = await refund(order);
    expect(first).toMatchObject({ status: 201, body: { status: "settled", amount_xof: "3000" } });
    expect(await refund(order)).toEqual({ status: 409, body: first.body });
    const tooMuch = { ...order, merchant_key: `second-refund-of-${key}`, amount_xof: "2001" };
    expect(await refund(tooMuch)).toMatchObject({
      status: 422,
      body: { code: "not-refundable" },
    });
    const settled = sandbox.journal.ofKind("refund-settled");
    expect(settled.filter(({ paymentId }) => paymentId === id)).toHaveLength(1);
  });

  it("of what never came in is refused", async () => {
    const key = await create("001");
    const id = sandbox.payments.findByKey(key)?.id;
    const order = { merchant_key: `refund-of-${key}`, payment_id: id, amount_xof: "1" };
    expect(await refund(order)).toMatchObject({ status: 422 });
  });

  const paidOrder = async (lastDigits: string) => {
    const key = await create(lastDigits);
    const payment = sandbox.payments.findByKey(key);
    if (payment === undefined) throw new Error("No payment was made");
    sandbox.gateway.receive(payment);
    return { merchant_key: `refund-of-${key}`, payment_id: payment.id, amount_xof: "5000" };
  };
  const refundNow = (key: string) => sandbox.payments.findRefundByKey(key)?.status;

  it("to a number that ends in 555 is refused by the wallet, and nothing is kept of it", async () => {
    const order = await paidOrder("555");
    expect(await refund(order)).toMatchObject({ status: 422, body: { code: "wallet-refused" } });
    expect(refundNow(order.merchant_key)).toBeUndefined();
  });

  it("to a number that ends in 556 fails after a while, and settles when it is made again", async () => {
    const order = await paidOrder("556");
    expect(await refund(order)).toMatchObject({ status: 201, body: { status: "pending" } });
    await until("it has failed", () => refundNow(order.merchant_key) === "failed");
    const again = { ...order, merchant_key: `${order.merchant_key}-again` };
    expect(await refund(again)).toMatchObject({ status: 201, body: { status: "settled" } });
  });

  it("to a number that ends in 557 settles after a while, and holds its money meanwhile", async () => {
    const order = await paidOrder("557");
    await refund(order);
    const again = { ...order, merchant_key: `${order.merchant_key}-again` };
    expect(await refund(again)).toMatchObject({ status: 422, body: { code: "not-refundable" } });
    await until("it has settled", () => refundNow(order.merchant_key) === "settled");
  });
});

describe("a callback", () => {
  // Nobody else's callbacks may use up what the merchant answers next.
  beforeEach(() => restartWith(shortDelays));

  it("is signed over its time and its raw body", async () => {
    const key = await create("789");
    await until("the merchant is told", () => callbacksAbout(key).length === 1);
    const [callback] = callbacksAbout(key);
    const header = String(callback?.headers["x-sandbox-signature"]);
    const [, time, signature] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(header) ?? [];
    const hmac = createHmac("sha256", "secret of the tests");
    expect(hmac.update(`${time}.${callback?.rawBody}`).digest("hex")).toBe(signature);
    expect(Math.abs(Date.now() / 1_000 - Number(time))).toBeLessThan(10);
  });

  it("is sent again while the merchant does not take it, a few times", async () => {
    merchant.respondWith(500, 500, 500);
    const key = await create("789");
    await until("three tries are made", () => callbacksAbout(key).length === 3);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(callbacksAbout(key)).toHaveLength(3);
    const id = sandbox.payments.findByKey(key)?.id;
    const sent = () =>
      sandbox.journal.ofKind("callback-sent").filter((one) => one.paymentId === id);
    await until("the answers are read", () => sent().length === 3);
    expect(sent().map(({ response }) => response)).toEqual(["500", "500", "500"]);
  });

  it("is under way until it was answered once, with whatever", async () => {
    const key = await create("789");
    await until("the merchant is told", () => callbacksAbout(key).length === 1);
    const { callbacks } = sandbox;
    await until("nothing is under way", () => callbacks.countUnderWay() === 0);
    const payment = sandbox.payments.findByKey(key);
    if (payment === undefined) throw new Error("The payment is gone");
    merchant.respondWith(503);
    callbacks.send(payment, 2);
    expect(callbacks.countUnderWay()).toBe(2);
    await until("both were answered", () => callbacks.countUnderWay() === 0);
    expect(callbacksAbout(key).length).toBeGreaterThanOrEqual(3);
    await until("what was refused is sent again", () => callbacksAbout(key).length === 4);
  });

  it("is not sent again once it was taken", async () => {
    merchant.respondWith(503);
    const key = await create("789");
    await until("the second try is made", () => callbacksAbout(key).length === 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(callbacksAbout(key)).toHaveLength(2);
  });
});

describe("the payment page", () => {
  const page = async (key: string, path = "", language = "fr") => {
    const token = sandbox.payments.findByKey(key)?.token;
    const response = await fetch(`${sandbox.url}/pay/${token}${path}`, {
      method: path === "" ? "GET" : "POST",
      headers: { "accept-language": language },
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  it("takes the payer's approval, once", async () => {
    const key = await create("001");
    expect((await page(key)).text).toContain("Approuver");
    expect((await page(key, "/approve")).text).toContain("Paiement effectué");
    await page(key, "/approve");
    await page(key, "/decline");
    expect(statusNow(key)).toBe("completed");
    const received = sandbox.journal.ofKind("money-received").filter((one) => one.key === key);
    expect(received).toHaveLength(1);
  });

  it("takes the payer's refusal, which stays", async () => {
    const key = await create("001");
    expect((await page(key, "/decline", "en")).text).toContain("Payment declined");
    await page(key, "/approve");
    expect(statusNow(key)).toBe("declined");
  });

  it("speaks the payer's language and leads back to the merchant", async () => {
    const key = await create("789", { return_url: "https://merchant.example/back?x=1&y=2" });
    const { text, headers } = await page(key, "", "en-GB,en;q=0.9");
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('href="https://merchant.example/back?x=1&amp;y=2"');
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("shows what the merchant wrote as text, never as HTML", async () => {
    const key = await create("001", { description: "<script>alert(1)</script>" });
    const { text } = await page(key);
    expect(text).not.toContain("<script>");
    expect(text).toContain("&lt;script&gt;");
  });

  it("does not exist under a token nobody was given", async () => {
    expect((await fetch(`${sandbox.url}/pay/guess`)).status).toBe(404);
  });
});
