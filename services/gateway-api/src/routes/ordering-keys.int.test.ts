import {
  ChangeApiKey,
  CreateApiKey,
  CreateTransaction,
  FindApiKey,
  GetRemaining,
  type KeyScope,
  ListTransactions,
} from "@sanu/contracts";
import { instant, newId } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { signedReplies } from "../replies.fixture.ts";

const { signer, replies } = signedReplies();
const test = useGateway({ signer });
const admin: string = newId();
const staff = () => ({ token: signer.token({ sub: admin, roles: ["user", "admin"] }) });

const accountId = newId<"AccountId">();
let keyId: string;
let key: string;
let turn = 0;

/** Identity knows a key of the service, with these scopes. */
function known(scopes: readonly KeyScope[], requestsPerMinute = 600): void {
  const expiresAt = instant("2099-01-01T00:00:00.000000Z");
  const found = { keyId, accountId, scopes: [...scopes], requestsPerMinute, expiresAt };
  test.reply(FindApiKey, () => ({ found }));
}
beforeEach(() => {
  turn += 1;
  keyId = newId();
  key = `sanu_${turn.toString(16).padStart(12, "0")}_${"k".repeat(43)}`;
  test.reset();
});

const call = (method: "GET" | "POST", path: string, body?: object, headers: object = {}) =>
  test.api.call(method, `/api/v1/${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body && { body }),
  });
const order = {
  amount: 5_000,
  type: "BUY_BITCOIN",
  receiver_address: "ok@sandbox.sanu",
  number: "+2290161000789",
};
const sent = (name: string) => test.requests.filter((each) => each.name === name);
const dataOf = (name: string) => sent(name).map(({ data }) => data);

describe("a service with a key that orders", () => {
  it("orders as its account, by its key, and shows identity no proof for each", async () => {
    known(["createTransaction", "getRemaining"]);
    const body = { ...order, client_reference: "#1042" };
    const response = await call("POST", "transactions/create", body);
    expect(response.status).toBe(201);
    expect(dataOf(CreateTransaction.name)).toMatchObject([
      { accountId, keyId, clientReference: "#1042", country: null },
    ]);
    await call("GET", "transactions/remaining");
    expect(dataOf(GetRemaining.name)).toEqual([{ accountId, keyId }]);
    expect(test.proofs).toEqual([]);
  });

  it("uses what its key names and nothing beside it", async () => {
    known(["listTransactions"]);
    expect((await call("GET", "transactions")).status).toBe(200);
    expect((await call("POST", "transactions/create", order)).status).toBe(403);
    for (const path of ["transactions/remaining", "transactions/flashback", "wallet", "auth/me"]) {
      expect([path, (await call("GET", path)).status]).toEqual([path, 403]);
    }
    expect((await call("POST", `transactions/${newId()}/cancel`, {})).status).toBe(403);
    expect(sent(CreateTransaction.name)).toEqual([]);
  });

  it("has as many requests in a minute as its key, and is told so by the headers of its key", async () => {
    known(["listTransactions"], 3);
    const responses = [];
    for (let each = 0; each < 5; each += 1) responses.push(await call("GET", "transactions"));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(responses[0]?.headers["ratelimit-policy"]).toBe('"key";q=3;w=60');
    expect(responses[0]?.headers["ratelimit"]).toMatch(/^"key";r=2;t=\d+$/);
    expect(responses[3]?.headers["ratelimit"]).toMatch(/^"key";r=0;t=\d+$/);
    expect(Number(responses[3]?.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("shares no limit with another key of its account", async () => {
    known(["listTransactions"], 1);
    expect((await call("GET", "transactions")).status).toBe(200);
    expect((await call("GET", "transactions")).status).toBe(429);
    [keyId, key] = [newId(), `${key.slice(0, -1)}x`];
    known(["listTransactions"], 1);
    expect((await call("GET", "transactions")).status).toBe(200);
  });

  it("is nobody once its key is revoked", async () => {
    known(["createTransaction"]);
    expect((await call("POST", "transactions/create", order)).status).toBe(201);
    test.revoke(keyId);
    await eventually("it is refused", async () => {
      return (await call("POST", "transactions/create", order)).status === 401;
    });
  });

  it("is told why where transactions knows better", async () => {
    known(["createTransaction"]);
    const refused = refuse("too-many-open-transactions", { openMax: "50" });
    test.reply(CreateTransaction, () => refused);
    const response = await call("POST", "transactions/create", order);
    expect(response.status).toBe(400);
    expect(response.json()).toMatchObject({ code: "too-many-open-transactions" });
    expect(response.text).toContain("50");
    test.reply(CreateTransaction, () => refuse("forbidden"));
    expect((await call("POST", "transactions/create", order)).status).toBe(403);
  });
});

describe("what a client calls its order", () => {
  const token = signer.token({ sub: accountId });
  const create = (changes: object, headers: Record<string, string> = {}) =>
    test.api.call("POST", "/api/v1/transactions/create", {
      token,
      body: { ...order, ...changes },
      headers,
    });
  const list = (query: string) => test.api.call("GET", `/api/v1/transactions?${query}`, { token });

  it("may be said by everybody, or not", async () => {
    for (const said of [{ client_reference: "a-1" }, { client_reference: "" }, {}]) {
      expect((await create(said)).status).toBe(201);
    }
    expect(dataOf(CreateTransaction.name)).toMatchObject([
      { clientReference: "a-1", keyId: null },
      { clientReference: null },
      { clientReference: null },
    ]);
  });

  it("makes two bodies different under a key, and leaves those without it as they were", async () => {
    const headers = { "idempotency-key": "one" };
    for (const said of [
      {},
      { client_reference: null },
      { client_reference: "a" },
      { client_reference: "b" },
    ]) {
      await create(said, headers);
    }
    const hashes = sent(CreateTransaction.name).map(
      ({ data }) => (data as { idempotency: { bodyHash: string } }).idempotency.bodyHash,
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(new Set(hashes).size).toBe(3);
  });

  it("is refused with its name where it is none, together with all that is broken", async () => {
    const response = await create({ client_reference: "two words", amount: 0 });
    expect(response.status).toBe(422);
    const { errors } = response.json<{ errors: object }>();
    expect(Object.keys(errors).toSorted()).toEqual(["amount", "client_reference"]);
    expect((await list("client_reference=a%0Ab")).status).toBe(422);
    expect(sent(CreateTransaction.name)).toEqual([]);
  });

  it("filters the list, as ids do", async () => {
    const [one, other] = [newId<string>(), newId<string>()];
    await list("client_reference=%231042&status=PENDING");
    await list(`ids=${one},${other.toUpperCase()},${one}`);
    await list(`ids=${one}&limit=1&cursor=c`);
    await list("");
    expect(dataOf(ListTransactions.name)).toMatchObject([
      { accountId, clientReference: "#1042", ids: null, limit: 50, status: "PENDING" },
      { clientReference: null, ids: [one, other], limit: 2 },
      { ids: [one], limit: 1, cursor: "c" },
      { clientReference: null, ids: null, limit: 50 },
    ]);
    expect(replies["list-transactions"]).toBeDefined();
  });

  it.each(["ids=", "ids=1", `ids=${newId()},`, `ids=${newId()}&ids=${newId()}`])(
    "names ids that are none: %s",
    async (query) => {
      const response = await list(query);
      expect(response.status).toBe(422);
      expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual(["ids"]);
    },
  );
});

describe("the keys of services", () => {
  const body = {
    user_id: newId(),
    scopes: ["createTransaction"],
    networks: ["203.0.113.0/24"],
    requests_per_minute: 600,
    open_transactions_max: 50,
    monthly_limit: 20_000_000,
    expires_in_days: 90,
    reason: "a shop",
  };
  const make = (changes: object) =>
    test.api.call("POST", "/api/v1/api-keys", { ...staff(), body: { ...body, ...changes } });
  const change = (changes: object) =>
    test.api.call("PATCH", `/api/v1/api-keys/${keyId}`, {
      ...staff(),
      body: { reason: "it grows", ...changes },
    });

  it("are made with what may be ordered by them", async () => {
    expect((await make({})).status).toBe(201);
    expect(dataOf(CreateApiKey.name)).toMatchObject([
      {
        requestsPerMinute: 600,
        ordering: { openTransactionsMax: 50, monthlyLimitXof: 20_000_000n },
      },
    ]);
  });

  it.each([
    [{ open_transactions_max: undefined }, "open_transactions_max"],
    [{ monthly_limit: undefined }, "monthly_limit"],
    [{ open_transactions_max: 0 }, "open_transactions_max"],
    [{ monthly_limit: 1.5 }, "monthly_limit"],
    [{ requests_per_minute: 1_201 }, "requests_per_minute"],
  ])("are refused for %j", async (changes, field) => {
    const response = await make(changes);
    expect(response.status).toBe(422);
    expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([field]);
  });

  it("are lowered at once, and proposed where a limit rises", async () => {
    const lowered = await change({ open_transactions_max: 10, monthly_limit: 5 });
    expect(lowered.status).toBe(200);
    expect(lowered.json()).toMatchObject({ data: { api_key: { prefix: expect.any(String) } } });
    expect(dataOf(ChangeApiKey.name)).toMatchObject([
      { by: admin, keyId, requestsPerMinute: null, openTransactionsMax: 10, monthlyLimitXof: 5n },
    ]);
    const { proposal } = replies["propose-change"];
    const { apiKey } = replies["change-api-key"];
    test.reply(ChangeApiKey, () => ({ apiKey, proposal }) as never);
    const raised = await change({ requests_per_minute: 1_200 });
    expect(raised.status).toBe(202);
    expect(raised.json()).toEqual({ success: true, data: { proposal } });
  });

  it("are changed in something", async () => {
    const response = await change({});
    expect(response.status).toBe(422);
    expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([
      "requests_per_minute",
    ]);
  });
});
