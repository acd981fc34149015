import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { facts, LogIn, Register, typesOfFact } from "@sanu/contracts";
import committedFacts from "@sanu/contracts/asyncapi.json" with { type: "json" };
import { refuse } from "@sanu/platform";
import { exchangeRaw, openRaw } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();

const test = await startGateway({ signer, env: { GATEWAY_CORS_ORIGINS: "https://app.example" } });
afterAll(() => test.stop());

const exchange = (text: string) => exchangeRaw(test.gateway.port(), text);

function problemIn(response: string): { code: string; status: number } {
  const [head = "", body = ""] = response.split("\r\n\r\n");
  expect(head).toContain("content-type: application/problem+json");
  const problem = JSON.parse(body) as { code: string; status: number; instance: string };
  expect(head).toContain(`x-request-id: ${problem.instance}`);
  expect(head.startsWith(`HTTP/1.1 ${problem.status} `)).toBe(true);
  return problem;
}

describe("a connection", () => {
  it("that does not speak HTTP is told so in the documented shape", async () => {
    expect(problemIn(await exchange("nonsense\r\n\r\n"))).toMatchObject({ code: "bad-request" });
  });

  it.each<[what: string, head: string, code?: string]>([
    [
      "two lengths of its body",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3",
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked",
    ],
    ["chunks that are none", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked"],
    ["a header of two lines", "GET / HTTP/1.1\r\nHost: x\r\nX-One: 1\r\n two: 2"],
    ["a space in front of a colon", "GET / HTTP/1.1\r\nHost: x\r\nX-One : 1"],
    ["two hosts", "GET / HTTP/1.1\r\nHost: x\r\nhost: y"],
    ["two hosts that are one", "GET / HTTP/1.1\r\nHost: x\r\nHost: x"],
    ["no host", "GET / HTTP/1.1"],
    ["an empty host", "GET / HTTP/1.1\r\nHost:"],
    ["a host that is none", "GET / HTTP/1.1\r\nHost: x/y"],
    ["a host of two", "GET / HTTP/1.1\r\nHost: x, y"],
    ["a host with a name in front", "GET / HTTP/1.1\r\nHost: a@b"],
    ["another host in its target", "GET http://y/ HTTP/1.1\r\nHost: x"],
    ["no host, as before HTTP/1.1", "GET / HTTP/1.0"],
    ["a version that is none", "GET / HTTP/3.7\r\nHost: x"],
    ["a path that cannot be read", "GET /%zz HTTP/1.1\r\nHost: x", "not-found"],
  ])("with %s is refused, with every security header", async (_what, head, code) => {
    const response = await exchange(`${head}\r\n\r\n`);

    expect(problemIn(response)).toMatchObject({ code: code ?? "bad-request" });
    expect(response.toLowerCase()).toContain("\r\nconnection: close\r\n");
    for (const header of ["content-security-policy: default-src 'none'", "x-frame-options: DENY"]) {
      expect(response).toContain(header);
    }
    expect(response.match(/x-content-type-options: nosniff/g)).toHaveLength(1);
  });

  it.each(["x", "api.example", "api.example.:8443", "[::1]:443", "127.0.0.1:8443"])(
    "to %s is answered",
    async (host) => {
      const head = `GET /nowhere HTTP/1.1\r\nHost: ${host}\r\nConnection: close`;
      expect(problemIn(await exchange(`${head}\r\n\r\n`))).toMatchObject({ code: "not-found" });
    },
  );

  it("that speaks HTTP/0.9 gets no page", async () => {
    expect(problemIn(await exchange("GET /openapi.json\r\n\r\n")).code).toBe("bad-request");
  });

  it("with more headers than anybody needs is refused", async () => {
    const headers = Array.from({ length: 100 }, (_each, index) => `X-${index}: 1\r\n`).join("");
    const response = await exchange(`GET / HTTP/1.1\r\n${headers}Host: x\r\n\r\n`);
    expect(problemIn(response)).toMatchObject({ code: "headers-too-large", status: 431 });
  });

  it("with too large headers is refused", async () => {
    const header = `X-Large: ${"a".repeat(20_000)}`;
    const response = await exchange(`GET /livez HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);

    expect(problemIn(response)).toMatchObject({ code: "headers-too-large", status: 431 });
  });

  it("whose body ends early leaves the others alone", async () => {
    const connection = await openRaw(test.gateway.port());
    connection.send("POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n");
    connection.send("Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{");
    connection.leave();

    const response = await test.api.call("GET", "/openapi.json");
    expect(response.status).toBe(200);
  });
});

describe("every answer", () => {
  it("carries the request id of the client, or one that is made where theirs is misshapen", async () => {
    const of = async (id: string) =>
      (await test.api.call("GET", "/nowhere", { headers: { "x-request-id": id } })).headers[
        "x-request-id"
      ];

    const made = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    for (const id of [
      "0191f3a0-0000-7000-8000-000000000001",
      "4BF92F3577B34DA6A3CE929D0E0E4736",
      "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    ]) {
      expect(await of(id)).toBe(id);
    }
    // Whatever could name somebody is no id.
    for (const id of ["awa.kone", "22901610007890", "Awa-Kone-1990", "a".repeat(33), "two words"]) {
      expect(await of(id)).toMatch(made);
    }
  });

  it("carries the security headers, and does not say what it runs on", async () => {
    const { headers } = await test.api.call("GET", "/nowhere");

    expect(headers).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    // A year of HTTPS for localhost would shut out everything else that runs there.
    expect(headers["strict-transport-security"]).toBeUndefined();
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["server"]).toBeUndefined();
  });

  it.each<readonly [number, "GET" | "POST" | "PUT", string, { type?: string; rawBody?: string }]>([
    [200, "GET", "/api/v1/rates", {}],
    [401, "GET", "/api/v1/transactions", {}],
    [404, "GET", "/nowhere", {}],
    [405, "PUT", "/api/v1/quotes", {}],
    [413, "POST", "/api/v1/auth/login", { rawBody: "x".repeat(70_000) }],
    [415, "POST", "/api/v1/auth/login", { type: "text/plain", rawBody: "x" }],
    [422, "POST", "/api/v1/auth/login", { rawBody: "{}" }],
  ])(
    "of status %i may be read by pages of the origins that the settings name, and by no others",
    async (status, method, path, { rawBody, type = "application/json" }) => {
      const of = async (origin: string) => {
        const headers = { origin, ...(rawBody && { "content-type": type }) };
        return test.api.call(method, path, { headers, ...(rawBody && { rawBody }) });
      };
      const [known, unknown] = [await of("https://app.example"), await of("https://evil.example")];

      expect([known.status, known.headers["access-control-allow-origin"]]).toEqual([
        status,
        "https://app.example",
      ]);
      expect(known.headers["access-control-expose-headers"]).toContain("Retry-After");
      expect(unknown.headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  it.each([
    [429, "register", () => test.reply(Register, () => refuse("too-many-requests"))],
    [503, "login", () => test.reply(LogIn, () => refuse("service-unavailable"))],
    [403, "login", () => test.reply(LogIn, () => refuse("account-suspended"))],
  ] as const)(
    "of status %i that a service gives may be read by them too",
    async (status, path, refuseIt) => {
      refuseIt();
      const { status: given, headers } = await test.api.call("POST", `/api/v1/auth/${path}`, {
        headers: { origin: "https://app.example" },
        body: { name: "Awa", email: "awa@example.com", password: "a long enough password" },
      });

      expect([given, headers["access-control-allow-origin"]]).toEqual([
        status,
        "https://app.example",
      ]);
      const readable = String(headers["access-control-expose-headers"]);
      for (const name of ["Retry-After", "RateLimit", "X-Request-Id", "Idempotent-Replayed"]) {
        expect(readable).toContain(name);
      }
    },
  );

  it("tells browsers to ask over HTTPS alone in production, under the public name alone", async () => {
    const env = { SANU_ENV: "production", STAGING_USER_ID: "off", GATEWAY_TLS: "off" };
    const behind = await startGateway({ env: { ...env, PUBLIC_URL: "https://api.example" } });
    const of = async (host: string) => {
      const asked = get({ port: behind.gateway.port(), path: "/nowhere", headers: { host } });
      const [response]: IncomingMessage[] = await once(asked, "response");
      response?.resume();
      return response?.headers["strict-transport-security"];
    };
    try {
      expect(await of("api.example")).toBe("max-age=31536000; includeSubDomains");
      expect(await of("gateway.internal")).toBeUndefined();
    } finally {
      await behind.stop();
    }
  });

  it("says to a browser what it may send before it sends it", async () => {
    const asked = {
      origin: "https://app.example",
      "access-control-request-method": "POST",
      "access-control-request-headers":
        "authorization,content-type,idempotency-key,x-staging-user-id",
    };
    const { status, headers } = await test.api.call("OPTIONS", "/api/v1/transactions/create", {
      headers: asked,
    });

    expect(status).toBe(204);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "https://app.example",
      "access-control-allow-methods": expect.stringContaining("POST"),
      "access-control-allow-headers": asked["access-control-request-headers"],
    });
  });
});

describe("the documentation", () => {
  it("shows the page, and explains every problem that an answer can name", async () => {
    const page = await test.api.call("GET", "/docs/");
    const problem = await test.api.call("GET", "/docs/problems/limit-exceeded");
    const unknown = await test.api.call("GET", "/docs/problems/toString");

    expect(page.status).toBe(200);
    expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
    expect(page.text).not.toMatch(/<script>[^<]/);
    expect(problem.text).toContain("Ce montant dépasse votre limite mensuelle.");
    expect(unknown.status).toBe(404);
  });

  it("serves the facts as they are committed, and a page of all of them that runs nothing", async () => {
    const document = (await test.api.call("GET", "/asyncapi.json")).json();
    const page = await test.api.call("GET", "/asyncapi");

    expect(document).toEqual(committedFacts);
    for (const type of facts.flatMap(typesOfFact)) {
      expect(page.text).toContain(`<article id="${type}">`);
    }
    expect(page.text).not.toMatch(/<script|style=|https?:/);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.headers["content-security-policy"]).not.toContain("unsafe");
  });

  it("keeps no token of who tries something on its page", async () => {
    const script = await test.api.call("GET", "/docs/static/swagger-initializer.js");
    expect(script.text).toMatch(/"persistAuthorization":\s*false/);
  });
});

describe("what is the same for everybody", () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    test.api.call("GET", path, { headers });
  const texts = [
    "/openapi.json",
    "/asyncapi.json",
    "/asyncapi",
    "/docs/",
    "/docs/static/swagger-ui-bundle.js",
    "/assets/pay.js",
  ];

  it.each(texts)("is sent packed where that is taken, and as it is elsewhere: %s", async (path) => {
    // The first request of all makes it.
    const [plain, again] = [await get(path), await get(path)];
    const packed = await get(path, { "accept-encoding": "gzip, br" });
    const older = await get(path, { "accept-encoding": "gzip" });
    const lengthOf = ({ headers }: typeof plain) => Number(headers["content-length"]);

    expect([plain.status, packed.status, older.status]).toEqual([200, 200, 200]);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(again.text).toBe(plain.text);
    expect([packed, older].map(({ headers }) => headers["content-encoding"])).toEqual([
      "br",
      "gzip",
    ]);
    expect(lengthOf(packed)).toBeLessThan(lengthOf(older));
    expect(lengthOf(older)).toBeLessThan(lengthOf(plain));
    expect(packed.headers["content-type"]).toBe(plain.headers["content-type"]);
    expect(packed.headers["vary"]).toContain("accept-encoding");
  });

  it.each(texts)("is not sent again to who has it: %s", async (path) => {
    const headers = { "accept-encoding": "br" };
    const { etag } = (await get(path, headers)).headers;
    const again = await get(path, { ...headers, "if-none-match": `"x", W/${String(etag)}` });

    expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", etag]);
    expect((await get(path, { "if-none-match": String(etag) })).status).toBe(200);
  });

  it("is kept once, however its address is spelled", async () => {
    const spelled = await get("/docs/static/%73wagger-ui.css", { "accept-encoding": "br" });
    expect(spelled.headers["content-encoding"]).toBeUndefined();
    expect((await get("/docs/static/none.css")).status).toBe(404);
  });

  it("is all that is ever packed: no answer to somebody is, nor what says what he sent", async () => {
    const headers = { "accept-encoding": "gzip, br" };
    const token = signer.token();
    for (const path of [
      "/api/v1/transactions",
      "/api/v1/auth/me",
      "/api/v1/rates",
      "/pay/0123456789abcdefABCD_-",
      "/nowhere",
    ]) {
      const response = await test.api.call("GET", path, { token, headers });
      expect([path, response.headers["content-encoding"]]).toEqual([path, undefined]);
    }
  });
});

describe("the log", () => {
  it("names the route and the request, never the token, the body or the URL", async () => {
    const token = signer.token();
    test.lines.length = 0;
    await test.api.call("POST", "/api/v1/transactions/create?note=private", {
      token,
      headers: { "x-request-id": "0191f3a0-0000-7000-8000-00000000001c" },
      body: {
        amount: 100,
        type: "BUY_BITCOIN",
        receiver_address: "awa@wallet.example",
        number: "+2290161000789",
      },
    });

    const lines = test.lines.join("");
    expect(test.lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        correlationId: "0191f3a0-0000-7000-8000-00000000001c",
        method: "POST",
        route: "/api/v1/transactions/create",
        status: 201,
      }),
    );
    for (const secret of [token, "awa@wallet.example", "0161000789", "private"]) {
      expect(lines).not.toContain(secret);
    }
  });

  it("is measured by route pattern", async () => {
    const { port } = { port: test.gateway.healthPort() };
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

    expect(metrics).toMatch(
      /sanu_http_request_seconds_count\{.*route="\/api\/v1\/transactions\/create",status="201".*\} [1-9]/,
    );
  });
});
