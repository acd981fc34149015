import { once } from "node:events";
import { connect } from "node:tls";
import { afterAll, describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();

const test = await startGateway({ signer, env: { GATEWAY_CORS_ORIGINS: "https://app.example" } });
afterAll(() => test.stop());

/** Sends bytes over TLS and reads until the other side closes. */
async function exchange(text: string): Promise<string> {
  const socket = connect({
    port: test.gateway.port(),
    host: "127.0.0.1",
    rejectUnauthorized: false,
  });
  await once(socket, "secureConnect");
  socket.write(text);
  let response = "";
  socket.on("data", (part: Buffer) => {
    response += part.toString();
  });
  await once(socket, "close");
  return response;
}

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

  it("with two lengths of its body is refused", async () => {
    const response = await exchange(
      "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    );

    expect(problemIn(response)).toMatchObject({ code: "bad-request" });
  });

  it("with too large headers is refused", async () => {
    const header = `X-Large: ${"a".repeat(20_000)}`;
    const response = await exchange(`GET /livez HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);

    expect(problemIn(response)).toMatchObject({ code: "headers-too-large", status: 431 });
  });

  it("whose body ends early leaves the others alone", async () => {
    const socket = connect({
      port: test.gateway.port(),
      host: "127.0.0.1",
      rejectUnauthorized: false,
    });
    await once(socket, "secureConnect");
    socket.write("POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n");
    socket.write("Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{");
    socket.destroy();

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
      "strict-transport-security": expect.stringContaining("max-age=31536000"),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["server"]).toBeUndefined();
  });

  it("may be read by pages of the origins that the settings name, and by no others", async () => {
    const of = async (origin: string) =>
      (await test.api.call("GET", "/nowhere", { headers: { origin } })).headers[
        "access-control-allow-origin"
      ];

    expect(await of("https://app.example")).toBe("https://app.example");
    expect(await of("https://evil.example")).toBeUndefined();
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
