import { newId } from "@sanu/kernel";
import { type ApiResponse, eventually, type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approveByOther, decideByTwo, logInAsAdmin, type WaitingProposal } from "./staff.ts";
import { startSanu } from "./start-world.ts";

const openMax = 6;
const reason = "a shop";
const scopes = [
  "createTransaction",
  "listTransactions",
  "getTransaction",
  "cancelTransaction",
  "getRemaining",
];
const terms = {
  networks: ["127.0.0.1", "::1"],
  requests_per_minute: 1_200,
  open_transactions_max: openMax,
  monthly_limit: 5_000_000,
  expires_in_days: 30,
};

interface Made {
  readonly api_key: { readonly id: string };
  readonly key: string;
  readonly proposal: WaitingProposal;
}
interface Line {
  readonly id: string;
  readonly client_reference?: string;
}

let payers = 0;
/** Another person each time, who does not pay yet. */
const newNumber = () => {
  payers += 1;
  return `+22901901${String(payers).padStart(2, "0")}111`;
};

describe("a service that orders for many people", () => {
  let world: World;
  let admins: readonly [string, string];
  let service: Person;
  let made: Made;

  const call = (
    token: string,
    method: "GET" | "POST" | "PATCH",
    path: string,
    body?: object,
  ): Promise<ApiResponse> =>
    world.api.call(method, `/api/v1/${path}`, { token, ...(body && { body }) });
  const dataIn = <Data>(response: ApiResponse): Data => {
    if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
    return response.json<{ data: Data }>().data;
  };
  const makeKey = async (changes: object = {}): Promise<Made> => {
    const body = { user_id: service.accountId, scopes, ...terms, reason, ...changes };
    const key = dataIn<Made>(await call(admins[0], "POST", "api-keys", body));
    expect((await call(key.key, "GET", "transactions")).status).toBe(401);
    await approveByOther(world.api, admins, key.proposal);
    return key;
  };
  const order = (key: string, changes: object = {}, headers: Record<string, string> = {}) => {
    const fields = { amount: 10_000, type: "BUY_BITCOIN", receiver_address: "ok@sandbox.sanu" };
    const body = { ...fields, number: newNumber(), ...changes };
    return world.api.call("POST", "/api/v1/transactions/create", { token: key, body, headers });
  };
  const codesOf = (responses: readonly ApiResponse[]) =>
    responses
      .map(({ status, text }) =>
        status < 300 ? `${status}` : `${status} ${(JSON.parse(text) as { code: string }).code}`,
      )
      .toSorted();
  const linesOf = async (key: string, query: string) =>
    (await call(key, "GET", `transactions?${query}`)).json<{ transactions: Line[] }>().transactions;
  /** What a key allows travels as a fact; nothing of the key's minute is spent on waiting for it. */
  const isKnown = (keyId: string) =>
    eventually("transactions knows the key", async () => {
      const known = "select from ordering_keys where key_id = $1";
      const rows = await world.databases.transactions.query(CompiledQuery.raw(known, [keyId]));
      return rows.length === 1;
    });
  const cancelAll = async (key: string) => {
    for (const { id } of await linesOf(key, "status=PENDING")) {
      expect((await call(key, "POST", `transactions/${id}/cancel`)).status).toBe(200);
    }
    await eventually(
      "nothing is open",
      async () => (await linesOf(key, "status=PENDING")).length === 0,
    );
  };

  beforeAll(async () => {
    world = await startSanu({ settings: { OPEN_TRANSACTIONS_MAX: "2", LINK_WAIT_MS: "0" } });
    admins = [await logInAsAdmin(world), await logInAsAdmin(world)];
    service = await world.signUp();
    await decideByTwo(world, admins, {
      method: "PATCH",
      path: `/api/v1/users/${service.accountId}`,
      body: { role: "service_client" },
    });
    made = await makeKey();
  });
  afterAll(() => world.stop());

  it("orders in parallel up to what its key allows, each order once under its own key", async () => {
    await isKnown(made.api_key.id);
    const first = await order(made.key, { client_reference: "shop-1" });
    expect(codesOf([first])).toEqual(["201"]);
    expect(first.json()).toMatchObject({ transaction: { client_reference: "shop-1" } });
    const headers = { "idempotency-key": newId<string>() };
    const same = { number: "+2290190000111", client_reference: "shop-2" };
    const [one, other] = [
      await order(made.key, same, headers),
      await order(made.key, same, headers),
    ];
    expect(other?.text).toBe(one?.text);
    expect(other?.headers["idempotent-replayed"]).toBe("true");
    const many = await Promise.all(
      Array.from({ length: 12 }, () => order(made.key, { client_reference: "shop-2" })),
    );
    const refused = Array.from(
      { length: 12 - (openMax - 2) },
      () => "400 too-many-open-transactions",
    );
    expect(codesOf(many)).toEqual(["201", "201", "201", "201", ...refused]);
    expect(many.find(({ status }) => status === 400)?.text).toContain(`${openMax}`);
    expect(await linesOf(made.key, "client_reference=shop-2")).toHaveLength(openMax - 1);
  });

  it("finds its orders by what it called them and by their ids, and nobody else's", async () => {
    const stranger = await world.signUp();
    const foreign = await order(stranger.token, { client_reference: "shop-1" });
    const { id: foreignId } = foreign.json<{ transaction: Line }>().transaction;
    const [named] = await linesOf(made.key, "client_reference=shop-1");
    expect(named).toMatchObject({ client_reference: "shop-1" });
    expect(await linesOf(made.key, "client_reference=shop-1")).toHaveLength(1);
    const ids = [named?.id, foreignId, newId()];
    expect((await linesOf(made.key, `ids=${ids.join(",")}`)).map(({ id }) => id)).toEqual([
      named?.id,
    ]);
    const detail = await call(made.key, "GET", `transactions/${named?.id}`);
    expect(detail.json()).toMatchObject({ transaction: { client_reference: "shop-1" } });
    expect((await call(made.key, "GET", `transactions/${foreignId}`)).status).toBe(404);
    const broken = await call(made.key, "GET", "transactions?ids=1");
    expect(broken.json()).toMatchObject({ status: 422, errors: { ids: [expect.any(String)] } });
  });

  it("has no more by a second key, whose own number of requests it has, said by headers", async () => {
    const second = await makeKey({ requests_per_minute: 5 });
    await isKnown(second.api_key.id);
    expect(codesOf([await order(second.key)])).toEqual(["400 too-many-open-transactions"]);
    // The minute may begin anew meanwhile, once.
    const looks = [];
    for (let turn = 0; turn < 12; turn += 1) {
      looks.push(await call(second.key, "GET", "transactions"));
    }
    const over = looks.find(({ status }) => status === 429);
    expect(over?.headers["ratelimit-policy"]).toBe('"key";q=5;w=60');
    expect(Number(over?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await call(made.key, "GET", "transactions")).status).toBe(200);
  });

  it("may more once two agree, and less at once", async () => {
    const path = `api-keys/${made.api_key.id}`;
    const raise = await call(admins[0], "PATCH", path, {
      open_transactions_max: openMax + 1,
      reason,
    });
    expect(raise.status).toBe(202);
    expect(codesOf([await order(made.key)])).toEqual(["400 too-many-open-transactions"]);
    const { proposal } = dataIn<{ proposal: WaitingProposal }>(raise);
    await approveByOther(world.api, admins, proposal);
    await eventually("it may order one more", async () => (await order(made.key)).status === 201);
    const lower = await call(admins[1], "PATCH", path, { open_transactions_max: 1, reason });
    expect(lower.json()).toMatchObject({ data: { api_key: { open_transactions_max: 1 } } });
    await cancelAll(made.key);
    await eventually("it may order one alone", async () => {
      const codes = codesOf([await order(made.key), await order(made.key)]);
      await cancelAll(made.key);
      return codes.includes("400 too-many-open-transactions");
    });
  });

  it("does only what its key names, and keeps its orders when the key is rotated and revoked", async () => {
    const looking = await makeKey({
      scopes: ["listTransactions"],
      requests_per_minute: 120,
      open_transactions_max: undefined,
      monthly_limit: undefined,
    });
    expect(codesOf([await order(looking.key)])).toEqual(["403 forbidden"]);
    const before = await linesOf(looking.key, "limit=100");
    expect(before.length).toBeGreaterThan(openMax);
    const rotation = { overlap_hours: 1, expires_in_days: 30, reason };
    const path = `api-keys/${made.api_key.id}`;
    const next = dataIn<Made>(await call(admins[0], "POST", `${path}/rotate`, rotation));
    await approveByOther(world.api, admins, next.proposal);
    expect(await linesOf(next.key, "limit=100")).toEqual(before);
    expect((await call(made.key, "GET", "transactions")).status).toBe(200);
    for (const id of [made.api_key.id, next.api_key.id]) {
      expect((await call(admins[1], "POST", `api-keys/${id}/revoke`, { reason })).status).toBe(200);
    }
    await eventually("both are nobody's", async () => {
      const statuses = [made, next].map(async ({ key }) => (await order(key)).status);
      return (await Promise.all(statuses)).every((status) => status === 401);
    });
    expect(await linesOf(looking.key, "limit=100")).toEqual(before);
  });

  it("is written down: each act of the staff about its keys, and none of its orders' names in a fact", async () => {
    const audited = await world.databases.identity.query<{ text: string }>(
      CompiledQuery.raw("select distinct entry::text as text from audit_log as entry"),
    );
    const log = audited.map(({ text }) => text).join("\n");
    for (const act of ["create-api-key", "change-api-key", "rotate-api-key", "revoke-api-key"]) {
      expect(log).toContain(act);
    }
    const naming = await world.databases.transactions.query(
      CompiledQuery.raw(
        "select from events where data::text like '%shop-%' or public_data like '%shop-%'",
      ),
    );
    expect(naming).toEqual([]);
  });
});
