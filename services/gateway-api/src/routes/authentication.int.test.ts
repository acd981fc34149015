import { generateKeyPairSync } from "node:crypto";
import { FindApiKey, FindPrincipal, GetSigningKeys } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { signingKeyLimits } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { isReady, startGateway, useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { gatewayLimits, tokenLimits } from "../limits.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();
const path = "/api/v1/transactions/remaining";
const test = useGateway({ signer });

const withAuthorization = (authorization: string) =>
  test.api.call("GET", path, { headers: { authorization } });
const nowSeconds = () => Math.floor(Date.now() / 1_000);

describe("a bearer token", () => {
  it("is accepted for its subject, however often it comes", async () => {
    const token = signer.token({ sub: user.id });

    for (const scheme of ["Bearer", "bearer"]) {
      expect((await withAuthorization(`${scheme} ${token}`)).status).toBe(200);
    }
    expect(test.requests.map(({ data }) => data)).toEqual([
      { accountId: user.id, keyId: null },
      { accountId: user.id, keyId: null },
    ]);
  });

  const now = nowSeconds();
  const stranger = generateKeyPairSync("ed25519").privateKey;
  const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const [head, claims, signature] = signer.token().split(".");
  const unsigned = Buffer.from('{"alg":"none","typ":"at+jwt","kid":"test-key"}');
  it.each([
    ["that has ended", signer.token({ iat: now - 3_700, exp: now - 100 })],
    ["that is not yet valid", signer.token({ nbf: now + 600 })],
    ["of another issuer", signer.token({ iss: "somebody" })],
    ["for another audience", signer.token({ aud: "another-api" })],
    ["without a subject", signer.token({ sub: undefined })],
    ["without an id", signer.token({ jti: undefined })],
    ["without an end", signer.token({ exp: undefined })],
    ["without a time of issue", signer.token({ iat: undefined })],
    ["whose subject is no account", signer.token({ sub: "admin" })],
    ["without roles", signer.token({ roles: undefined })],
    ["without a country", signer.token({ country: undefined })],
    ["that is no access token", signer.token({}, { typ: "JWT" })],
    ["that demands what we do not know", signer.token({}, { crit: ["x"], x: 1 })],
    ["of a stranger's key under our key id", signer.token({}, {}, stranger)],
    ["without a key id", signer.token({}, { kid: undefined })],
    ["that claims another algorithm", signer.token({}, { alg: "HS256" })],
    ["of another kind of key", signer.token({}, { alg: "ES256" }, elliptic)],
    ["without a session", signer.token({ sid: undefined })],
    ["with a session that is no id", signer.token({ sid: "1" })],
    ["without a signature", `${head}.${claims}.`],
    ["with algorithm none", `${unsigned.toString("base64url")}.${claims}.`],
    ["with another's claims", `${head}.${signer.token().split(".")[1]}.${signature}`],
    ["with a letter more", `${head}.${claims}.${signature}A`],
    ["that is too long", `${head}.${"a".repeat(tokenLimits.tokenLettersMax)}.${signature}`],
    ["that is none", "token"],
  ])("%s is refused", async (_which, token) => {
    const response = await withAuthorization(`Bearer ${token}`);

    expect(response.status).toBe(401);
    expect(response.json()).toMatchObject({ code: "unauthenticated", message: "Unauthenticated." });
    expect(response.headers["www-authenticate"]).toBe("Bearer");
    expect(test.requests.filter(({ name }) => name === "get-remaining")).toEqual([]);
  });

  it.each(["Basic YTpi", "Bearer", "Bearer a b", ""])("is not the header %j", async (header) => {
    expect((await withAuthorization(header)).status).toBe(401);
  });

  it.each([
    [["user"], 200],
    [["admin"], 200],
    [["service_client", "user"], 200],
    [["service_client"], 403],
    [["owner"], 403],
    [[], 403],
  ])("with the roles %j is answered by the table of access with %i", async (roles, status) => {
    const response = await withAuthorization(`Bearer ${signer.token({ roles })}`);

    expect(response.status).toBe(status);
    if (status === 403) {
      expect(response.json()).toMatchObject({ success: false, code: "forbidden" });
      expect(test.requests).toEqual([]);
    }
  });

  it("is asked for before the body is read", async () => {
    const response = await test.api.call("POST", "/api/v1/transactions/create", {
      rawBody: "x".repeat(gatewayLimits.bodyBytesMax + 1),
    });

    expect(response.status).toBe(401);
  });

  it("ends when its time comes, also when it was verified before", async () => {
    // On a machine that stands still it may be over before it was ever seen.
    const { exp, token } = await eventually("a token is let in", async () => {
      const short = { exp: nowSeconds() + 4 };
      const token = signer.token(short);
      return (await withAuthorization(`Bearer ${token}`)).status === 200 && { ...short, token };
    });

    await eventually("the token has ended", () => Date.now() > exp * 1_000);
    // The gateway goes by the time that identity told it, which was a moment ago.
    await eventually("it is refused", async () => {
      return (await withAuthorization(`Bearer ${token}`)).status === 401;
    });
  });
});

describe("the keys of tokens", () => {
  it("are read again when a token names a new one", async () => {
    const next = createTokenSigner("next-key");
    const keys = [signer.publicJwk, next.publicJwk];
    test.reply(GetSigningKeys, () => ({ keys }));

    await eventually("the new key is known", async () => {
      const response = await withAuthorization(`Bearer ${next.token()}`);
      return response.status === 200;
    });
  });

  it("are not asked for again and again by strangers who invent key ids", async () => {
    const stranger = createTokenSigner("invented");
    const startedAt = performance.now();
    const requests = Array.from({ length: 50 }, () =>
      withAuthorization(`Bearer ${stranger.token()}`),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);

    expect(new Set(statuses)).toEqual(new Set([401]));
    const reads = test.requests.filter(({ name }) => name === "get-signing-keys");
    const seconds = (performance.now() - startedAt) / signingKeyLimits.keysRetryMs;
    expect(reads.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
  });
});

describe("without the keys", () => {
  it("the gateway is not ready, answers 503, and becomes ready by itself", async () => {
    const early = await startGateway({ signer, failing: ["get-signing-keys"] });
    try {
      expect(await isReady(early.gateway)).toBe(false);
      const response = await early.api.call("GET", path, { token: signer.token() });
      expect(response.status).toBe(503);
      expect(response.headers["retry-after"]).toBe("1");

      early.reset();

      await eventually("the gateway is ready", () => isReady(early.gateway));
      expect((await early.api.call("GET", path, { token: signer.token() })).status).toBe(200);
    } finally {
      await early.stop();
    }
  });
});

describe("the staging user id", () => {
  const headers = { "x-staging-user-id": user.id };

  it("stands in for a token outside production", async () => {
    const response = await test.api.call("GET", path, { headers });

    expect(response.status).toBe(200);
    expect(test.requests.map(({ name }) => name)).toEqual(["find-principal", "get-remaining"]);
  });

  it.each(["admin", "service_client"] as const)(
    "is never that of a %s, and every start says that it is taken",
    async (role) => {
      const principal = { accountId: user.id as AccountId, roles: ["user" as const, role] };
      test.reply(FindPrincipal, () => ({ principal }));

      expect((await test.api.call("GET", path, { headers })).status).toBe(401);
      expect(test.lines.filter((line) => line.includes("STAGING_USER_ID is on"))).toHaveLength(1);
    },
  );

  it("is refused when identity knows no active account of it, or it is no id", async () => {
    test.reply(FindPrincipal, () => ({ principal: null }));

    expect((await test.api.call("GET", path, { headers })).status).toBe(401);
    const misshapen = { "x-staging-user-id": "1 or 1=1" };
    expect((await test.api.call("GET", path, { headers: misshapen })).status).toBe(401);
  });

  it.each([
    ["is none", () => "a.b.c"],
    ["has ended", () => signer.token({ exp: 1 })],
    ["is another issuer's", () => signer.token({ iss: "somebody" })],
  ])("stands in beside a token that %s: clients go on sending it", async (_what, tokenOf) => {
    const response = await test.api.call("GET", path, { headers, token: tokenOf() });

    expect(response.status).toBe(200);
    expect(test.requests.at(-1)?.data).toEqual({ accountId: user.id, keyId: null });
  });

  it("does not stand in for a token that is good, nor for the key of a machine", async () => {
    const other = newId();
    await test.api.call("GET", path, { headers, token: signer.token({ sub: other }) });
    expect(test.requests.at(-1)?.data).toEqual({ accountId: other, keyId: null });
    test.reply(FindApiKey, () => ({ found: null }));

    const key = `sanu_${"0".repeat(12)}_${"a".repeat(43)}`;
    expect((await test.api.call("GET", path, { headers, token: key })).status).toBe(401);
  });

  it("cannot be checked without identity, which is 503", async () => {
    test.fail(FindPrincipal);

    expect((await test.api.call("GET", path, { headers })).status).toBe(503);
  });
});

describe("in production", () => {
  it("the staging user id is inert on every route", async () => {
    const production = await startGateway({
      signer,
      env: { SANU_ENV: "production", GATEWAY_TLS: "off", STAGING_USER_ID: "off" },
    });
    try {
      const { paths } = (await production.api.call("GET", "/openapi.json")).json<{
        paths: Record<string, Record<string, { security?: unknown }>>;
      }>();
      const closed = Object.entries(paths).flatMap(([route, methods]) =>
        Object.entries(methods)
          .filter(([, { security }]) => security !== undefined)
          .map(([method]) => ({ method: method.toUpperCase() as "GET", route })),
      );
      expect(closed.length).toBeGreaterThan(30);
      for (const { method, route } of closed) {
        const url = route.replace("{id}", user.id);
        const fixed = { "x-request-id": "0191f3a0-0000-7000-8000-0000000000aa" };
        const anonymous = await production.api.call(method, url, { headers: fixed });
        const staged = await production.api.call(method, url, {
          headers: { ...fixed, "x-staging-user-id": user.id },
        });
        expect([staged.status, staged.text]).toEqual([401, anonymous.text]);
      }
      expect(production.requests).toEqual([]);
    } finally {
      await production.stop();
    }
  });
});
