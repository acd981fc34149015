import { readFileSync } from "node:fs";
import { newId } from "@sanu/kernel";
import type { ApiResponse, Person, World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, numberEndingIn } from "./buy.ts";
import { handIn } from "./hand-in.ts";
import { openCase } from "./open-case.ts";
import { seenBy } from "./seen-by.ts";
import { hireAdmin } from "./staff.ts";
import { startSanu } from "./start-world.ts";

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

interface Route {
  readonly method: Method;
  readonly path: string;
}

const document = JSON.parse(
  readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"),
) as { readonly paths: Readonly<Record<string, object>> };

/** A tier, a provider and a problem are nobody's; a page's token is a secret that proves itself. */
const isNobodys = (path: string) =>
  /\/kyc\/tiers\/|\/aggregators\/|^\/pay\/|^\/webhooks\//.test(path);

/** Every route of the API with the id of something that belongs to somebody. */
const routes: readonly Route[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  path.includes("{") && !isNobodys(path)
    ? Object.keys(operations).map((method) => ({ method: method.toUpperCase() as Method, path }))
    : [],
);

/** Good for whatever a route wants; what it does not want is ignored. */
const body = {
  reason: "because",
  tier: 1,
  invoice: "lnbc1",
  resolution: "closed",
};

describe("the id of what belongs to somebody else", () => {
  let world: World;
  let owner: Person;
  let stranger: Person;
  let admin: string;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    world = await startSanu();
    [owner, stranger] = [await world.signUp(), await world.signUp()];
    const waiting = createdOf(await buy(world, owner, { number: numberEndingIn("001") }));
    await handIn(world, owner.token);
    const { token, factorId } = await hireAdmin(world);
    admin = token;
    const queue = await get("/api/v1/kyc/submissions", admin);
    const [submission] = queue.json<{ submissions: { id: string }[] }>().submissions;
    const shown = await get(`/api/v1/kyc/submissions/${submission?.id}`, admin);
    const documentId = /"documents":\[\{"id":"([^"]+)"/.exec(shown.text)?.[1] ?? "";
    expect(documentId).not.toBe("");
    const caseId = await openCase(world, admin, waiting);
    const proposed = await world.api.call("PATCH", `/api/v1/users/${owner.accountId}`, {
      token: admin,
      body: { tier: 1, reason: "because" },
    });
    const { proposal } = proposed.json<{ data: { proposal: { id: string } } }>().data;
    const ordered = await world.api.call("POST", "/api/v1/orders", {
      token: owner.token,
      body: {
        type: "BUY_BITCOIN",
        amount: 5_000,
        receiver_address: "ok@sandbox.sanu",
        number: numberEndingIn("001"),
        every: "day",
      },
    });
    ids = {
      "/api/v1/orders/": ordered.json<{ order: { id: string } }>().order.id,
      "/api/v1/approvals/": proposal.id,
      "/api/v1/monitoring/cases/": caseId,
      "/api/v1/transactions/": waiting.id,
      "/api/v1/monitoring/transactions/": waiting.id,
      "/api/v1/users/": owner.accountId,
      "/api/v1/auth/second-factors/": factorId,
      "/api/v1/api-keys/": await keyOfMachine(),
      "/api/v1/kyc/submissions/": submission?.id ?? "",
      documentId,
    };
  });
  afterAll(() => world.stop());

  const get = (path: string, token: string) => world.api.call("GET", path, { token });
  /** A key of a machine, which only admins know of. */
  const keyOfMachine = async (): Promise<string> => {
    const [row] = await world.databases.identity.query<{ id: string }>(
      CompiledQuery.raw(
        `insert into api_keys (key_id, account_id, prefix, key_hash, scopes, networks,
           requests_per_minute, created_at, created_by, expires_at)
         values ($1, $2, 'sanu_0', '', '{}', '{}', 1, now(), $2, now()) returning key_id as id`,
        [newId(), owner.accountId],
      ),
    );
    return row?.id ?? "";
  };

  /** The path with the owner's own ids, or with ids that nobody ever had. */
  const pathOf = ({ path }: Route, whose: "hers" | "nobody's"): string => {
    const [prefix] = /^[^{]+/.exec(path) ?? [""];
    const own = ids[prefix];
    if (own === undefined) throw new Error(`Name an id that ${path} knows`);
    return path
      .replace("{documentId}", whose === "hers" ? (ids["documentId"] ?? "") : newId())
      .replace(/\{\w+\}/, whose === "hers" ? own : newId());
  };
  const request = (route: Route, whose: "hers" | "nobody's", token: string): Promise<ApiResponse> =>
    world.api.call(route.method, pathOf(route, whose), {
      token,
      ...(route.method === "GET" ? {} : { body }),
    });

  it("is looked for on every route that takes one", () => {
    expect(routes.length).toBeGreaterThanOrEqual(9);
    expect(
      routes.map((route) => pathOf(route, "hers")).filter((path) => /[{}]/.test(path)),
    ).toEqual([]);
  });

  it("is a real one, which its owner and the staff can use", async () => {
    const hers = await get(`/api/v1/transactions/${ids["/api/v1/transactions/"]}`, owner.token);
    expect(hers.status).toBe(200);
    for (const path of ["/api/v1/users/{id}", "/api/v1/kyc/submissions/{id}"]) {
      expect((await request({ method: "GET", path }, "hers", admin)).status).toBe(200);
      expect((await request({ method: "GET", path }, "nobody's", admin)).status).toBe(404);
    }
  });

  it.each(routes)("tells a stranger nothing: $method $path", async (route) => {
    const hers = await request(route, "hers", stranger.token);
    const nobodys = await request(route, "nobody's", stranger.token);
    expect([403, 404]).toContain(hers.status);
    expect(seenBy(hers)).toEqual(seenBy(nobodys));
    const english = { token: stranger.token, headers: { "accept-language": "en" } };
    const [one, other] = await Promise.all(
      (["hers", "nobody's"] as const).map((whose) =>
        world.api.call(route.method, pathOf(route, whose), {
          ...english,
          ...(route.method === "GET" ? {} : { body }),
        }),
      ),
    );
    expect(one && seenBy(one)).toEqual(other && seenBy(other));
  });

  it("looks like a path that does not exist", async () => {
    const hers = await request(
      { method: "GET", path: "/api/v1/transactions/{id}" },
      "hers",
      stranger.token,
    );
    const nothing = await get("/api/v1/nothing/here", stranger.token);
    // Which paths exist is no secret: only those that do are counted.
    const { status, body: shown } = seenBy(hers);
    expect({ status, shown }).toEqual({ status: 404, shown: seenBy(nothing).body });
  });

  it("opens no document of another submission, not even to the staff", async () => {
    const path = "/api/v1/kyc/submissions/{id}/documents/{documentId}";
    const known = ids["/api/v1/kyc/submissions/"];
    const foreign = await get(
      `/api/v1/kyc/submissions/${newId()}/documents/${ids["documentId"]}`,
      admin,
    );
    const unknown = await get(`/api/v1/kyc/submissions/${known}/documents/${newId()}`, admin);
    expect(foreign.status).toBe(404);
    expect(seenBy(foreign)).toEqual(seenBy(unknown));
    expect((await request({ method: "GET", path }, "hers", admin)).status).toBe(200);
  });

  it("tells nothing in a body either: an account in the requests for codes, a quote in an order", async () => {
    for (const path of ["verify-otp", "regenerate-otp"]) {
      const [hers, nobodys] = await Promise.all(
        [owner.accountId, newId()].map((id) =>
          world.api.call("POST", `/api/v1/auth/${path}`, { body: { user_id: id, code: "000000" } }),
        ),
      );
      expect(hers && seenBy(hers)).toEqual(nobodys && seenBy(nobodys));
    }
    const order = { amount: 10_000, type: "BUY_BITCOIN" };
    const quoted = await world.api.call("POST", "/api/v1/quotes", {
      token: owner.token,
      body: order,
    });
    const quoteId = quoted.json<{ data: { quote: { id: string } } }>().data.quote.id;
    const receiver = { receiver_address: "ok@sandbox.sanu", number: numberEndingIn("789") };
    const [hers, nobodys] = await Promise.all(
      [quoteId, newId()].map((id) =>
        world.api.call("POST", "/api/v1/transactions/create", {
          token: stranger.token,
          body: { ...order, ...receiver, quote_id: id },
        }),
      ),
    );
    expect(hers?.status).toBeGreaterThanOrEqual(400);
    expect(hers && seenBy(hers)).toEqual(nobodys && seenBy(nobodys));
  });
});
