import {
  CreateTransaction,
  GetFlashback,
  GetMe,
  GetTransaction,
  ListTransactions,
  type ProblemCode,
  problems,
} from "@sanu/contracts";
import { refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { filtered, filterQuery, signedReplies, unfiltered } from "../replies.fixture.ts";

const { signer, replies } = signedReplies();
const token = signer.token({ sub: user.id });
const test = useGateway({ signer });

const order = {
  amount: 5_000,
  type: "BUY_BITCOIN",
  receiver_address: "ok@sandbox.sanu",
  number: "+2290161000789",
};
const create = (body: unknown, headers: Record<string, string> = {}) =>
  test.api.call("POST", "/api/v1/transactions/create", { token, body, headers });
const get = (path: string, headers: Record<string, string> = {}) =>
  test.api.call("GET", `/api/v1/transactions${path}`, { token, headers });

describe("creating a transaction", () => {
  it("answers 201 with the very bytes that transactions froze", async () => {
    const response = await create(order);

    expect(response.status).toBe(201);
    expect(response.text).toBe(replies["create-transaction"].responseJson);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response.headers["idempotent-replayed"]).toBeUndefined();
    expect(test.requests[0]?.data).toMatchObject({
      accountId: user.id,
      transactionType: "BUY_BITCOIN",
      amountXof: 5_000n,
      receiver: "ok@sandbox.sanu",
      number: "+2290161000789",
      channel: null,
      idempotency: null,
    });
  });

  it("says so when the answer is a repeated one", async () => {
    const { responseJson } = replies["create-transaction"];
    test.reply(CreateTransaction, () => ({ responseJson, replayed: true }));

    const response = await create(order, { "idempotency-key": "key-1" });

    expect(response.headers["idempotent-replayed"]).toBe("true");
    expect(response.text).toBe(responseJson);
  });

  it("gives bodies that order the same one hash, and another order another", async () => {
    const headers = { "idempotency-key": "key-2" };
    await create(order, headers);
    await create(
      { unknown: 1, ...Object.fromEntries(Object.entries(order).toReversed()) },
      headers,
    );
    await create({ ...order, amount: 5_001 }, headers);

    const hashes = test.requests.map(
      ({ data }) => (data as { idempotency: { bodyHash: string } }).idempotency.bodyHash,
    );
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  it.each(["", "k".repeat(256), "with space", "clé"])("refuses the key %j", async (key) => {
    const response = await create(order, {
      "idempotency-key": Buffer.from(key).toString("latin1"),
    });

    expect(response.status).toBe(422);
    expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual(["idempotency-key"]);
  });

  it("waits for the first request with the same key, under one command id", async () => {
    let calls = 0;
    test.reply(CreateTransaction, () => {
      calls += 1;
      return calls < 3 ? refuse("idempotency-in-progress") : replies["create-transaction"];
    });

    const response = await create(order, { "idempotency-key": "key-3" });

    expect(response.status).toBe(201);
    const commandIds = test.requests.map(({ data }) => (data as { commandId: string }).commandId);
    expect(commandIds).toHaveLength(3);
    expect(new Set(commandIds).size).toBe(1);
  });

  it.each(CreateTransaction.refusals.filter((code) => code !== "idempotency-in-progress"))(
    "answers the refusal %s with its status, message and code",
    async (code: ProblemCode) => {
      const params = { minimumXof: "100", maximumXof: "1000000", openMax: "10" };
      test.reply(CreateTransaction, () => refuse(code, params));

      const response = await create(order, {
        "accept-language": "en",
        "x-request-id": "0191f3a0-0000-7000-8000-000000000009",
      });

      const { status } = problems[code];
      expect(response.status).toBe(status);
      expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
      expect(response.json()).toMatchObject({
        success: false,
        code,
        status,
        title: problems[code].title,
        type: `https://localhost:8443/docs/problems/${code}`,
        instance: "0191f3a0-0000-7000-8000-000000000009",
      });
      expect(response.json()["message"]).not.toContain("{");
      if (status === 503) expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    },
  );

  it("tells all broken fields at once", async () => {
    const broken = { amount: 100.5, type: "LEND", receiver_address: "" };
    const response = await create({ ...broken, number: "12" }, { "accept-language": "en" });
    const missing = await Promise.all([
      create(broken, { "accept-language": "en" }),
      create({ ...broken, number: null }, { "accept-language": "en" }),
      create({ ...broken, number: "" }, { "accept-language": "en" }),
    ]);

    expect(response.status).toBe(422);
    expect(response.json()["errors"]).toEqual({
      amount: ["The amount must be a whole number of CFA francs: the franc has no cents."],
      type: ["The type must be one of: BUY_BITCOIN, SELL_BITCOIN."],
      receiver_address: ["The receiver address is required."],
      number: ["The number must be a valid phone number."],
    });
    for (const { json } of missing) {
      expect(json()["errors"]).toMatchObject({
        amount: ["The amount must be a whole number of CFA francs: the franc has no cents."],
        number: ["The number is required."],
      });
    }
    expect(test.requests).toEqual([]);
  });

  it("asks a seller for no place where sats go, and a buyer for one", async () => {
    const { receiver_address: _none, ...rest } = order;
    const sale = { ...rest, type: "SELL_BITCOIN" };

    for (const receiver of [{}, { receiver_address: null }, { receiver_address: "" }]) {
      expect((await create({ ...sale, ...receiver })).status).toBe(201);
      const refused = await create({ ...rest, ...receiver });
      expect(refused.json()).toMatchObject({
        status: 422,
        message: "L'adresse de réception est obligatoire.",
      });
    }
    expect(test.requests.map(({ data }) => data)).toEqual(
      [1, 2, 3].map(() => expect.objectContaining({ receiver: "" })),
    );
  });

  it("hands on the country of who orders: numbers without a calling code are of there", async () => {
    await create(order);
    expect(test.requests[0]?.data).toMatchObject({ country: "BJ" });
    test.reset();
    const token = signer.token({ country: "TG" });
    await test.api.call("POST", "/api/v1/transactions/create", { token, body: order });
    expect(test.requests[0]?.data).toMatchObject({ country: "TG" });
  });

  it.each([
    ["a fraction", { amount: 100.5 }],
    ["zero", { amount: 0 }],
    ["less than nothing", { amount: -100 }],
    ["a text", { amount: "5000" }],
    ["more than can be counted", { amount: 2 ** 53 }],
  ])("refuses an amount that is %s", async (_what, part) => {
    const response = await create({ ...order, ...part });

    expect(response.status).toBe(422);
    expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual(["amount"]);
    expect(test.requests).toEqual([]);
  });
});

describe("one transaction", () => {
  const { id } = replies["get-transaction"].transaction;

  it("is shown as transactions tells it", async () => {
    const response = await get(`/${id.toUpperCase()}`);

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ success: true, ...replies["get-transaction"] });
    expect(test.requests[0]?.data).toEqual({ accountId: user.id, transactionId: id });
  });

  it("cannot be told apart: unknown, somebody else's, and no id at all", async () => {
    test.reply(GetTransaction, () => refuse("not-found"));
    const fixed = { "x-request-id": "0191f3a0-0000-7000-8000-0000000000aa" };

    const unknown = await get(`/${id}`, fixed);
    const misshapen = await get("/1", fixed);
    const path = await test.api.call("GET", "/api/v1/nothing", { headers: fixed });

    expect(unknown.status).toBe(404);
    expect([misshapen.status, misshapen.text]).toEqual([404, unknown.text]);
    expect([path.status, path.text]).toEqual([404, unknown.text]);
  });
});

describe("the list", () => {
  it("is the first page of 50 unless asked otherwise", async () => {
    const response = await get("");

    expect(response.json()).toEqual({
      success: true,
      transactions: replies["list-transactions"].transactions,
      meta: { next_cursor: "next" },
    });
    expect(test.requests[0]?.data).toEqual({
      accountId: user.id,
      language: "fr",
      limit: 50,
      cursor: null,
      ...unfiltered,
      clientReference: null,
      ids: null,
    });
  });

  it("passes on filters, cursor and language", async () => {
    const query = `limit=2&cursor=c&${filterQuery}`;
    await get(`?${query}`, { "accept-language": "en" });

    expect(test.requests[0]?.data).toMatchObject({
      language: "en",
      limit: 2,
      cursor: "c",
      ...filtered,
    });
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["status=DONE", "status"],
    ["status=FAILED&status=PENDING", "status"],
    ["from=2026-02-30", "from"],
    ["from=0000-01-01", "from"],
    ["to=0000-12-31", "to"],
    ["cursor=", "cursor"],
  ])("refuses %s", async (query, field) => {
    const response = await get(`?${query}`);

    expect(response.status).toBe(422);
    expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([field]);
  });

  it("answers 422 to a cursor that transactions did not make", async () => {
    test.reply(ListTransactions, () =>
      refuse("validation-failed", undefined, { cursor: ["invalid"] }),
    );

    expect((await get("?cursor=forged")).json()).toMatchObject({
      status: 422,
      errors: { cursor: [expect.any(String)] },
    });
  });
});

describe("the flashback", () => {
  it("joins the month of transactions with the name of identity", async () => {
    const response = await get("/flashback?month=2026-11");

    expect(response.json()).toEqual({
      success: true,
      data: { ...replies["get-flashback"].data, name: "Awa Traoré" },
    });
  });

  it("refuses a month that is none", async () => {
    expect((await get("/flashback?month=2026-13")).status).toBe(422);
    expect((await get("/flashback?month=0000-01")).status).toBe(422);
  });

  it.each([GetFlashback, GetMe])("answers 503 when $name cannot be had", async (definition) => {
    test.fail(definition);

    const response = await get("/flashback");

    expect(response.status).toBe(503);
    expect(response.json()).toMatchObject({ code: "service-unavailable" });
    expect(response.headers["retry-after"]).toBe("1");
  });
});

describe("the remaining capacity", () => {
  it("is a number", async () => {
    expect((await get("/remaining")).json()).toEqual({ success: true, remaining: 97 });
  });
});

describe("the resume", () => {
  it("is the totals by status", async () => {
    const response = await get("/resume");

    expect(response.json()).toEqual({ success: true, data: replies["get-resume"].data });
  });
});

describe("asking a service", () => {
  it("passes on the request id and the trace, and asks a second time under the same command", async () => {
    let calls = 0;
    test.reply(GetTransaction, () => {
      calls += 1;
      if (calls === 1) throw new Error("the database is away");
      return replies["get-transaction"] as never;
    });
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;

    const response = await get("/0191f3a0-0000-7000-8000-000000000001", {
      "x-request-id": "0191f3a0-0000-7000-8000-000000000007",
      traceparent,
    });

    expect(response.status).toBe(200);
    expect(response.headers["x-request-id"]).toBe("0191f3a0-0000-7000-8000-000000000007");
    const contexts = test.requests.map(({ context }) => context);
    expect(contexts).toHaveLength(2);
    expect(contexts[0]).toMatchObject({
      correlationId: "0191f3a0-0000-7000-8000-000000000007",
      traceparent,
    });
    expect(contexts[1]?.causationId).toBe(contexts[0]?.causationId);
  });

  it("asks no third time", async () => {
    test.fail(GetTransaction);

    const response = await get("/0191f3a0-0000-7000-8000-000000000001");

    expect(response.status).toBe(503);
    expect(test.requests).toHaveLength(2);
  });
});
