import { createHash } from "node:crypto";
import {
  FindApiKey,
  GetUser,
  identityProposals,
  ListUsers,
  problems,
  SuspendUser,
  wordsIn,
} from "@sanu/contracts";
import { instant, newId } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { signedReplies } from "../replies.fixture.ts";

const { signer, replies } = signedReplies();
const admin: string = newId();
const tokenOf = (role: string) => signer.token({ sub: admin, roles: ["user", role] });
const test = useGateway({ signer });

const get = (path: string, role = "admin", headers: Record<string, string> = {}) =>
  test.api.call("GET", `/api/v1${path}`, { token: tokenOf(role), headers });
const patch = (body: unknown, headers: Record<string, string> = {}, id: string = user.id) =>
  test.api.call("PATCH", `/api/v1/users/${id}`, { token: tokenOf("admin"), body, headers });

describe("the users", () => {
  it("are listed for the staff, filtered and searched", async () => {
    const query =
      "search=%20Awa%20&role=admin&status=SUSPENDED&kyc_status=PENDING&kyc_tier=2&country=SN&limit=2&cursor=c";
    const response = await get(`/users?${query}`, "service_client");
    await get("/users");

    expect(response.json()).toEqual({
      success: true,
      users: replies["list-users"].rows,
      meta: { next_cursor: "next" },
    });
    const nothing = { search: null, role: null, status: null, country: null };
    expect(test.requests.map(({ data }) => data)).toEqual([
      {
        search: "Awa",
        role: "admin",
        status: "SUSPENDED",
        kycStatus: "PENDING",
        kycTier: 2,
        country: "SN",
        limit: 2,
        cursor: "c",
      },
      { ...nothing, kycStatus: null, kycTier: null, limit: 50, cursor: null },
    ]);
  });

  it("have tiers in the language of who reads them", async () => {
    const english = { "accept-language": "en" };
    const { name, description } = wordsIn("en").kycTiers[0];
    const tier = { id: 0, name, description };
    const list = await get("/users", "admin", english);
    const one = await get(`/users/${user.id}`, "admin", english);
    const suspended = await patch({ active: false, reason: "r" }, english);

    expect(list.json()).toMatchObject({ users: [{ kyc_tier: tier }] });
    expect(one.json()).toMatchObject({ data: { user: { kyc_tier: tier } } });
    expect(suspended.json()).toMatchObject({ data: { user: { kyc_tier: tier } } });
  });

  it.each([
    "role=owner",
    "status=active",
    "kyc_status=x",
    "kyc_tier=4",
    "country=FR",
    "search=%20",
  ])("are not listed by %s", async (query) => {
    const response = await get(`/users?${query}`);

    expect(response.status).toBe(422);
    expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([query.split("=")[0]]);
  });

  it("answer 422 to a cursor that identity did not make", async () => {
    test.reply(ListUsers, () => refuse("validation-failed", undefined, { cursor: ["invalid"] }));

    expect((await get("/users?cursor=forged")).json()).toMatchObject({
      status: 422,
      errors: { cursor: [expect.any(String)] },
    });
  });

  it("are shown one by one, and cannot be told from what is none", async () => {
    expect((await get(`/users/${user.id}`)).json()).toEqual({
      success: true,
      data: replies["get-user"],
    });
    test.reply(GetUser, () => refuse("not-found"));
    const fixed = { "x-request-id": "0191f3a0-0000-7000-8000-0000000000aa" };
    const unknown = await get(`/users/${newId()}`, "admin", fixed);
    const misshapen = await get("/users/1", "admin", fixed);
    expect([misshapen.status, misshapen.text]).toEqual([404, unknown.text]);
  });

  it("are suspended at once by an admin, and all else is proposed, with a reason", async () => {
    const alone = await patch({ active: false, reason: "why" });
    const response = await patch({ role: "service_client", tier: 3, reason: " why " });
    await patch({ active: true, reason: "why" });

    expect(alone.json()).toEqual({ success: true, data: replies["suspend-user"] });
    expect([response.status, response.json()]).toMatchObject([202, { success: true }]);
    const suspended = { by: admin, accountId: user.id, reason: "why" };
    const change = { operation: "change-user", account_id: user.id };
    const proposed = (what: object) => ({
      commandId: expect.any(String),
      by: admin,
      reason: "why",
      change: { ...change, ...what },
    });
    expect(test.requests.map(({ data }) => data)).toEqual([
      suspended,
      proposed({ role: "service_client", tier: 3 }),
      proposed({ active: true }),
    ]);
  });

  it.each([{ role: "admin" }, { tier: 0 }, { role: "user", tier: 1 }])(
    "are not suspended by half of a request, of which the rest would wait: %o",
    async (change) => {
      const response = await patch({ active: false, ...change, reason: "why" });
      expect([response.status, response.json()["errors"]]).toEqual([
        422,
        { active: ["Le champ active prend effet aussitôt\u00a0: envoyez le reste à part."] },
      ]);
      expect(test.requests).toEqual([]);
    },
  );

  it.each([
    ["fr", "Le motif est obligatoire."],
    ["en", "The reason is required."],
  ])(
    "are not changed without a reason and a change, and all is told at once (%s)",
    async (language, sentence) => {
      const headers = { "accept-language": language };
      const nothing = await patch({}, headers);
      const broken = await patch({ role: "owner", active: "no", tier: 4, reason: "r" }, headers);

      expect(nothing.status).toBe(422);
      expect(nothing.json()["errors"]).toMatchObject({
        reason: [sentence],
        role: [expect.any(String)],
      });
      expect(Object.keys(broken.json<{ errors: object }>().errors).toSorted()).toEqual([
        "active",
        "role",
        "tier",
      ]);
      expect(test.requests).toEqual([]);
    },
  );

  it.each(SuspendUser.refusals)("answer the refusal %s in both languages", async (code) => {
    test.reply(identityProposals.proposeChange, () => refuse(code));
    for (const language of ["fr", "en"] as const) {
      const response = await patch({ tier: 1, reason: "r" }, { "accept-language": language });
      const { status } = problems[code];
      const message = wordsIn(language).problems[code];
      expect(response.json()).toMatchObject({ code, status, message });
    }
  });

  it("are nobody's but the staff's, and changed by admins only", async () => {
    expect((await get("/users", "user")).status).toBe(403);
    expect((await get(`/users/${user.id}`, "user")).status).toBe(403);
    const body = { tier: 3, reason: "r" };
    for (const role of ["user", "service_client"]) {
      const token = tokenOf(role);
      const response = await test.api.call("PATCH", `/api/v1/users/${user.id}`, { token, body });
      expect(response.status).toBe(403);
    }
    expect(test.requests).toEqual([]);
  });
});

describe("the tiers", () => {
  const put = (id: string, body: unknown) =>
    test.api.call("PUT", `/api/v1/kyc/tiers/${id}`, { token: tokenOf("admin"), body });

  it("are shown to everybody who is logged in", async () => {
    expect((await get("/kyc/tiers", "user")).json()).toEqual({
      success: true,
      data: replies["list-kyc-tiers"],
    });
  });

  it("get another limit when an admin proposes it, with a reason", async () => {
    const response = await put("1", { monthly_limit: 600_000, reason: "why" });

    expect([response.status, response.json()]).toMatchObject([202, { success: true }]);
    const change = { operation: "change-tier-limit", tier: 1, monthly_limit: 600_000 };
    expect(test.requests[0]?.data).toMatchObject({ by: admin, change, reason: "why" });
  });

  it.each([{ monthly_limit: 0.5 }, { monthly_limit: -1 }, { monthly_limit: "5" }])(
    "get no limit that is none: %j",
    async (body) => {
      const response = await put("1", body);
      expect(response.status).toBe(422);
      expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([
        "monthly_limit",
        "reason",
      ]);
    },
  );

  it("are four, and in order", async () => {
    expect((await put("4", { monthly_limit: 1, reason: "r" })).status).toBe(404);
    test.reply(identityProposals.proposeChange, () => refuse("kyc-tiers-out-of-order"));
    expect((await put("0", { monthly_limit: 1, reason: "r" })).json()).toMatchObject({
      status: 400,
      code: "kyc-tiers-out-of-order",
    });
  });
});

describe("the key of a machine", () => {
  const keyId = newId();
  const key = `sanu_0123456789ab_${"k".repeat(43)}`;
  const call = (method: "GET" | "POST", path: string, shown = key) =>
    test.api.call(method, `/api/v1/${path}`, {
      headers: { authorization: `Bearer ${shown}` },
      ...(method === "GET" ? {} : { body: {} }),
    });
  const known = (changes: object = {}) =>
    test.reply(FindApiKey, () => ({
      found: {
        keyId,
        accountId: newId<"AccountId">(),
        scopes: ["listUsers" as const],
        requestsPerMinute: 120,
        expiresAt: instant("2099-01-01T00:00:00.000000Z"),
        ...changes,
      },
    }));

  it("opens the operations that it names, and nothing of customers, accounts or admins", async () => {
    known();
    expect((await call("GET", "users")).status).toBe(200);
    for (const path of [`users/${newId()}`, "transactions", "auth/me", "kyc/tiers", "api-keys"]) {
      expect([path, (await call("GET", path)).status]).toEqual([path, 403]);
    }
    for (const path of ["quotes", "transactions/create", "auth/step-up", "auth/logout"]) {
      expect([path, (await call("POST", path)).status]).toEqual([path, 403]);
    }
    // Asked of identity once for all of them, by its hash.
    const asked = test.requests.filter(({ name }) => name === "find-api-key");
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(test.requests)).not.toContain(key);
    const keyHash = createHash("sha256").update(key).digest("base64url");
    expect(test.proofs).toMatchObject([{ data: { credential: { kind: "api-key", keyHash } } }]);
  });

  it("ends at once with the message that it is revoked", async () => {
    known();
    expect((await call("GET", "users")).status).toBe(200);
    test.revoke(keyId);
    await eventually("it is refused", async () => (await call("GET", "users")).status === 401);
  });

  it("that identity does not know, or has no shape, is nobody's", async () => {
    for (const shown of [`sanu_ba9876543210_${"x".repeat(43)}`, "sanu_short", `${key}.`]) {
      expect((await call("GET", "users", shown)).status).toBe(401);
    }
  });

  it("has a limit of its own", async () => {
    const other = `sanu_aaaaaaaaaaaa_${"y".repeat(43)}`;
    known({ keyId: newId(), requestsPerMinute: 2 });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) {
      statuses.push((await call("GET", "users", other)).status);
    }
    expect(statuses).toContain(429);
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
  });
});
