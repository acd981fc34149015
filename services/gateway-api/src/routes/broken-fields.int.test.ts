import { newId } from "@sanu/kernel";
import { afterAll, describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();
const test = await startGateway({ signer });
afterAll(() => test.stop());

interface Sent {
  readonly method?: "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function refusalOf({ method = "POST", path, body, headers = {} }: Sent) {
  const response = await test.api.call(method, `/api/v1/${path}`, {
    token: signer.token({ country: "BJ", roles: ["user", "admin"] }),
    rawBody: JSON.stringify(body),
    headers: { "content-type": "application/json", "accept-language": "en", ...headers },
  });
  const { errors } = response.json<{ errors: Record<string, readonly string[]> }>();
  return { status: response.status, errors };
}

async function brokenIn(sent: Sent): Promise<readonly string[]> {
  const { status, errors } = await refusalOf(sent);
  expect(status).toBe(422);
  return Object.keys(errors).toSorted();
}

const mine = "+2290197000001";
const create = "transactions/create";
const purchase = { type: "BUY_BITCOIN", amount: 1_000, number: mine };
/** The first example of BOLT 11. */
const invoice =
  "lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap2r09nt4ndd0unm3z9u5t48y6ucv4r5sg7lk98c77ctvjczkspk5qprc90gx";
const person = { name: "Awa", email: "awa@example.com", password: "a long enough one" };

describe("what is written in the fields of an order", () => {
  it.each([
    [{ ...purchase, amount: 1_000.5, receiver_address: "garbage" }, ["amount", "receiver_address"]],
    [
      { receiver_address: "garbage", number: "abc" },
      ["amount", "number", "receiver_address", "type"],
    ],
    [
      { ...purchase, amount: 1_000.5, receiver_address: "ok@sandbox.sanu", number: "+9999999999" },
      ["amount", "number"],
    ],
    [
      { ...purchase, type: "X", receiver_address: "garbage", number: "+9999999999" },
      ["number", "receiver_address", "type"],
    ],
    [
      { ...purchase, type: "SELL_BITCOIN", amount: "x", receiver_address: "garbage" },
      ["amount", "receiver_address"],
    ],
    [{ ...purchase, type: "SELL_BITCOIN", amount: "x", receiver_address: mine }, ["amount"]],
    [{ ...purchase, type: "X", receiver_address: "97000001" }, ["type"]],
  ])("is judged together with their shape: %j", async (body, fields) => {
    expect(await brokenIn({ path: create, body })).toEqual(fields);
  });

  it("is judged of many orders as of one; but an invoice, or an amount demanded, serves once", async () => {
    const often = { ...purchase, amount: 1.5, every: "day" };
    const body = { ...often, receiver_address: "garbage" };
    expect(await brokenIn({ path: "orders", body })).toEqual(["amount", "receiver_address"]);
    expect(
      await brokenIn({ path: "orders", body: { ...often, receiver_address: invoice } }),
    ).toEqual(["amount", "receiver_address"]);
    const demanding = "bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?amount=0.001";
    expect(
      await brokenIn({ path: "orders", body: { ...often, receiver_address: demanding } }),
    ).toEqual(["amount", "receiver_address"]);
    for (const receiver of [invoice, demanding]) {
      const once = { ...purchase, amount: 1.5, receiver_address: receiver };
      expect(await brokenIn({ path: create, body: once })).toEqual(["amount"]);
    }
  });

  it("is named in the words of the service that refuses it alone", async () => {
    const body = { ...purchase, amount: "x", receiver_address: "garbage", number: "+12025550123" };
    expect((await refusalOf({ path: create, body })).errors).toEqual({
      amount: ["The amount must be a number."],
      receiver_address: [expect.stringContaining("Lightning")],
      number: [expect.stringContaining("country")],
    });
  });

  it("is left to its service where the shape is whole: it knows more", async () => {
    const body = { ...purchase, receiver_address: "garbage", number: "+9999999999" };
    const response = await test.api.call("POST", `/api/v1/${create}`, {
      token: signer.token({ country: "BJ" }),
      body,
    });
    expect(response.status).toBe(201);
  });
});

describe("what is written in the lists of a wallet", () => {
  it.each([
    [
      "receivers",
      ["garbage", 5, "ok@sandbox.sanu", "OK@sandbox.sanu"].map((receiver_address) => ({
        receiver_address,
      })),
      [
        "receivers.0.receiver_address",
        "receivers.1.receiver_address",
        "receivers.3.receiver_address",
      ],
    ],
    [
      "numbers",
      ["abc", "+99912345678", 7, mine].map((number) => ({ number, is_default: true })),
      [
        "numbers.0.number",
        "numbers.1.is_default",
        "numbers.1.number",
        "numbers.2.is_default",
        "numbers.2.number",
        "numbers.3.is_default",
      ],
    ],
  ])("is judged together with its shape: %s", async (list, entries, fields) => {
    const sent = { method: "PUT", path: `wallet/${list}`, body: { [list]: entries } } as const;
    expect(await brokenIn(sent)).toEqual(fields);
  });
});

describe("what is written in the fields of an account", () => {
  const foreign = "+999999999999";

  it.each([
    [
      "auth/register",
      { ...person, name: "a".repeat(101), password: "password1" },
      ["name", "password"],
    ],
    ["auth/register", { ...person, name: "", whatsapp: foreign }, ["name", "whatsapp"]],
    ["auth/register", { ...person, name: "", password: "awa@example.com" }, ["name", "password"]],
    ["waitlist/create", { email: "nobody", whatsapp: foreign }, ["email", "whatsapp"]],
    [
      "auth/password/reset",
      {
        email: "nobody",
        token: "123456",
        password: "password1",
        password_confirmation: "password1",
      },
      ["email", "password"],
    ],
  ])("is judged together with their shape: %s", async (path, body, fields) => {
    expect(await brokenIn({ path, body })).toEqual(fields);
  });

  it("is judged where it changes, by the account's own country", async () => {
    const change = { method: "PATCH", path: "auth/me" } as const;
    const body = { name: "", whatsapp: foreign };
    expect(await brokenIn({ ...change, body })).toEqual(["name", "whatsapp"]);
    const nearby = { name: "", whatsapp: "97000001" };
    expect(await brokenIn({ ...change, body: nearby })).toEqual(["name"]);
  });
});

describe("a broken header", () => {
  const headers = { "idempotency-key": "a b" };

  it.each([
    [create, { ...purchase, amount: "x", receiver_address: "garbage" }, "receiver_address"],
    ["waitlist/create", { email: "nobody", whatsapp: "+999999999999" }, "whatsapp"],
  ])("is named together with the fields of the body: %s", async (path, body, judged) => {
    const shape = "amount" in body ? "amount" : "email";
    const fields = await brokenIn({ path, body, headers });
    expect(fields).toEqual([shape, "idempotency-key", judged].toSorted());
  });

  it("is named together with what is written in a body of the right shape", async () => {
    const body = { ...purchase, receiver_address: "garbage" };
    expect(await brokenIn({ path: create, body, headers })).toEqual([
      "idempotency-key",
      "receiver_address",
    ]);
  });
});

describe("fields that go together", () => {
  it("are named beside others that are broken", async () => {
    const body = { type: "X", amount: 1_000, amount_sats: 1 };
    expect(await brokenIn({ path: "quotes", body })).toEqual(["amount_sats", "type"]);
  });

  it("are named beside others also where they are bounds of a provider", async () => {
    const collection = { is_enabled: "x", min_xof: 10, max_xof: 5 };
    const fields = ["collection.is_enabled", "collection.max_xof"];
    const change = { method: "PATCH", path: "aggregators/sandbox" } as const;
    expect(await brokenIn({ ...change, body: { collection, reason: "r" } })).toEqual(fields);
    const open = { ...collection, min_xof: "x" };
    const body = { collection: open, reason: "r" };
    expect(await brokenIn({ ...change, body })).toEqual([
      "collection.is_enabled",
      "collection.min_xof",
    ]);
  });

  it("names nothing where the id in the path does not exist", async () => {
    const path = `transactions/${newId()}x/return-invoice`;
    expect((await refusalOf({ path, body: {} })).status).toBe(404);
  });
});
