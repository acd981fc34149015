import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ApiServer,
  answer,
  breakInTheMiddle,
  breakOff,
  page,
  refuse,
  startApiServer,
} from "./api-server.fixture.ts";
import {
  type ClientOptions,
  createClient,
  memorySession,
  SanuProblem,
  SanuUnknownOutcome,
  SanuUnreachable,
} from "./index.ts";

let server: ApiServer;

beforeEach(async () => {
  server = await startApiServer();
});
afterEach(() => server.close());

const create = "POST /transactions/create";
const remaining = "GET /transactions/remaining";
const order = { amountXof: 5_000n, receiver: "ok@sandbox.sanu", number: "+2290190000789" };
const created = answer({ transaction: { id: "t1" }, provider: "MTN_OPEN", invoice: null }, 201);

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.url, ...options });
const failureOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error("It succeeded");
};
const keysOf = (operation: string) =>
  new Set(server.requestsOf(operation).map(({ headers }) => headers["idempotency-key"]));

describe("a call", () => {
  it("is sent as the interface says, with its path, query, body and language", async () => {
    server.on("POST /transactions/a%2Fb/return-invoice", answer({}));
    server.on("GET /transactions", answer({ transactions: [], meta: { next_cursor: null } }));
    const sanu = client({ language: "en", apiKey: "sanu_key" });

    await sanu.get("/transactions", { query: { limit: 10, type: "BUY_BITCOIN" } });
    await sanu.post("/transactions/{id}/return-invoice", {
      params: { id: "a/b" },
      body: { invoice: "lnbcrt1" },
    });

    const [listed, given] = server.requests;
    expect(listed?.query.toString()).toBe("limit=10&type=BUY_BITCOIN");
    expect(listed?.headers).toMatchObject({
      authorization: "Bearer sanu_key",
      "accept-language": "en",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(listed?.headers["content-type"]).toBeUndefined();
    expect(given?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(given?.body ?? "")).toEqual({ invoice: "lnbcrt1" });
  });

  it("tells what came beside the body", async () => {
    server.on(create, answer({}, 201, { "idempotent-replayed": "true", ratelimit: '"user";r=9' }));

    const given = await client().buy(order, { idempotencyKey: "mine" });

    expect(given).toMatchObject({ status: 201, isReplayed: true, idempotencyKey: "mine" });
    expect(given.headers.get("ratelimit")).toBe('"user";r=9');
  });

  it("shows the staging user id where it was given one", async () => {
    server.on(remaining, answer({ remaining: 97 }));

    await client({ stagingUserId: "u1" }).get("/transactions/remaining");

    expect(server.requests[0]?.headers).toMatchObject({ "x-staging-user-id": "u1" });
  });

  it("refuses an amount that JSON could not carry, before anything is sent", async () => {
    expect(() => client().buy({ ...order, amountXof: 2n ** 53n })).toThrow(RangeError);
    expect(server.requests).toEqual([]);
  });
});

describe("a refusal", () => {
  it("is an error with its code, its fields and whom to tell", async () => {
    server.on(create, refuse(422, "validation-failed"));

    const error = await failureOf(client().buy(order));

    expect(error).toBeInstanceOf(SanuProblem);
    expect(error).toMatchObject({
      code: "validation-failed",
      status: 422,
      fields: { amount: ["Il manque."] },
      message: "Refus : validation-failed",
      requestId: "of-the-answer",
      operation: create,
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([400, 403, 404, 408, 413])("is not tried again when it is %i", async (status) => {
    server.on(remaining, refuse(status, "bad-request"));

    await expect(client().get("/transactions/remaining")).rejects.toThrow(SanuProblem);
    expect(server.requests).toHaveLength(1);
  });
});

describe("a try that fails in passing", () => {
  it.each([
    ["429", refuse(429, "too-many-requests", { "retry-after": "1" })],
    ["503", refuse(503, "rate-unavailable", { "retry-after": "1" })],
  ])("is repeated behind the Retry-After of a %s, and not before", async (_, turn) => {
    server.on(create, turn, created);

    const { body } = await client().buy(order);

    const [first, second] = server.requestsOf(create);
    expect(body.provider).toBe("MTN_OPEN");
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
    expect([...keysOf(create)]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it.each([
    ["the connection breaks", breakOff],
    ["the answer breaks in the middle", breakInTheMiddle],
    ["a proxy has no upstream", page(502)],
    ["a page of somebody else says 200", page(200)],
    ["the same key is still at work", refuse(409, "idempotency-in-progress")],
    ["the server stumbles", refuse(500, "internal-error")],
  ])("is repeated under the same key when %s", async (_, turn) => {
    server.on(create, turn, created);

    const { body } = await client().buy(order);

    expect(body.transaction.id).toBe("t1");
    expect([server.requests.length, keysOf(create).size]).toEqual([2, 1]);
  });

  it("is not repeated where a second request would be a second act", async () => {
    server.on("POST /auth/deactivate", breakOff);
    server.on("POST /auth/register", refuse(503, "service-unavailable", { "retry-after": "1" }));
    const person = { name: "Awa", email: "awa@example.org", password: "long enough" };

    const lost = await failureOf(client().post("/auth/deactivate", { body: { password: "p" } }));
    const refused = await failureOf(client().post("/auth/register", { body: person }));

    expect(lost).toBeInstanceOf(SanuUnknownOutcome);
    expect(lost).toMatchObject({ idempotencyKey: undefined });
    expect(refused).toMatchObject({ code: "service-unavailable", retryAfterMs: 1_000 });
    expect(server.requests).toHaveLength(2);
  });

  it("leaves a Retry-After to the caller that is longer than a call may take", async () => {
    server.on(create, refuse(429, "too-many-failures", { "retry-after": "3600" }));

    const error = await failureOf(client().buy(order));

    expect(error).toMatchObject({ code: "too-many-failures", retryAfterMs: 3_600_000 });
    expect(server.requests).toHaveLength(1);
  });

  it("follows nobody to another place, with a body or without", async () => {
    server.on(create, (response) => {
      response.writeHead(307, { location: `${server.url}/elsewhere` }).end();
    });

    await expect(client().buy(order)).rejects.toThrow(SanuUnknownOutcome);
    expect(server.requestsOf("POST /elsewhere")).toEqual([]);
  });
});

describe("an order whose answer is lost for good", () => {
  it("is unknown, and goes on under its key", async () => {
    server.on(create, breakOff);
    const sanu = client();

    const error = await failureOf(sanu.buy(order));
    expect(error).toBeInstanceOf(SanuUnknownOutcome);
    const { idempotencyKey } = error as SanuUnknownOutcome;
    expect([...keysOf(create)]).toEqual([idempotencyKey]);
    expect(server.requests).toHaveLength(5);

    server.on(create, created);
    const options = idempotencyKey === undefined ? {} : { idempotencyKey };
    await sanu.buy(order, options);
    expect(keysOf(create).size).toBe(1);
  });

  it("stays unknown when a later try is refused without a look at its key", async () => {
    server.on(create, breakOff, refuse(429, "too-many-requests", { "retry-after": "3600" }));

    expect(await failureOf(client().buy(order))).toBeInstanceOf(SanuUnknownOutcome);
  });

  it("is refused when a later try is judged under its key", async () => {
    server.on(create, breakOff, refuse(400, "limit-exceeded"));

    expect(await failureOf(client().buy(order))).toMatchObject({ code: "limit-exceeded" });
  });

  it("is unknown when the caller gives up meanwhile", async () => {
    const giving = new AbortController();
    server.on(create, () => giving.abort(new Error("the page was left")));

    const error = await failureOf(client().buy(order, { signal: giving.signal }));

    expect(error).toBeInstanceOf(SanuUnknownOutcome);
    expect(error).toMatchObject({ cause: { message: "the page was left" } });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a read that fails", () => {
  it("is unreachable, for nothing can have changed", async () => {
    server.on(remaining, breakOff);

    const error = await failureOf(client().get("/transactions/remaining"));

    expect(error).toBeInstanceOf(SanuUnreachable);
    expect(server.requests).toHaveLength(5);
  });

  it("throws the caller's reason when the caller gives up", async () => {
    const giving = new AbortController();
    server.on(remaining, () => giving.abort(new Error("the page was left")));

    await expect(
      client().get("/transactions/remaining", { signal: giving.signal }),
    ).rejects.toThrow("the page was left");
  });

  it("is unreachable where nobody listens, and so is an order", async () => {
    await server.close();
    const sanu = client();
    const failures = [sanu.get("/transactions/remaining"), sanu.buy(order)].map(failureOf);

    for (const error of await Promise.all(failures)) expect(error).toBeInstanceOf(SanuUnreachable);
    server = await startApiServer();
  });
});

describe("a list", () => {
  it("is read page by page, with the same filters", async () => {
    const rows = (id: string, cursor: string | null) =>
      answer({ transactions: [{ id }], meta: { next_cursor: cursor } });
    server.on("GET /transactions", rows("t2", "c1"), rows("t1", null));

    const seen: string[] = [];
    for await (const { transactions } of client().pages("/transactions", { query: { limit: 1 } })) {
      seen.push(...transactions.map(({ id }) => id));
    }

    expect(seen).toEqual(["t2", "t1"]);
    expect(server.requests.map(({ query }) => query.toString())).toEqual([
      "limit=1",
      "limit=1&cursor=c1",
    ]);
  });
});

describe("what a client knows of a person", () => {
  it("is in no report of a try, no error and no picture of the client", async () => {
    const secrets = ["kept-token", "awa@example.org"];
    const session = memorySession();
    await session.save({ token: "kept-token", expiresAtMs: Date.now() + 3_600_000 });
    const reports: unknown[] = [];
    server.on("PATCH /auth/me", refuse(422, "validation-failed"));
    const sanu = client({ session, onTry: (report) => reports.push(report) });

    const error = await failureOf(sanu.patch("/auth/me", { body: { name: "awa@example.org" } }));

    const shown = [reports, error, sanu].map((each) => inspect(each, { depth: 9 })).join("\n");
    expect(reports).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer kept-token");
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  });
});
