import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createProviderHttp, type ProviderHttp, providerHttpLimits } from "./provider-http.ts";

const open: (ProviderHttp | Server)[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) {
    if ("closeAllConnections" in one) one.closeAllConnections();
    await one.close();
  }
});

async function httpTo(listener: RequestListener, callTimeoutMs = 20_000): Promise<ProviderHttp> {
  const server = createServer(listener);
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on TCP");
  const baseUrl = `http://127.0.0.1:${address.port}/api/`;
  const http = createProviderHttp({ baseUrl, callTimeoutMs });
  open.push(http, server);
  return http;
}

describe("a call to a provider", () => {
  it("sends JSON below the base path and brings status and JSON back", async () => {
    const http = await httpTo((request, response) => {
      const date = "Sat, 21 Nov 2026 07:00:01 GMT";
      const body = JSON.stringify({ method: request.method, url: request.url });
      response.writeHead(418, { date }).end(body);
    });
    expect(await http.call({ method: "POST", path: "/v1/x?y=1", body: { a: 1 } })).toEqual({
      kind: "response",
      status: 418,
      json: { method: "POST", url: "/api/v1/x?y=1" },
      isEmpty: false,
      statedAt: "2026-11-21T07:00:01.000000Z",
    });
  });

  it.each(["yesterday", "2026-11-21T07:00:01Z", "Sat, 21 Foo 2026 07:00:01 GMT", ""])(
    "knows no clock of a provider that says %j",
    async (date) => {
      const http = await httpTo((_request, response) =>
        response.writeHead(200, { date }).end("{}"),
      );
      const response = await http.call({ method: "GET", path: "/" });
      expect(response).toMatchObject({ status: 200, statedAt: null });
    },
  );

  it.each<readonly [what: string, listener: RequestListener, cause: string]>([
    ["that is never answered", () => undefined, "no-response"],
    ["whose answer never ends", (_, response) => void response.write('{"a":'), "no-response"],
    ["whose connection breaks", ({ socket }) => void socket.resetAndDestroy(), "connection-lost"],
    [
      "that is answered without end",
      (_, response) => void response.end("x".repeat(providerHttpLimits.responseBytesMax + 1)),
      "unreadable-response",
    ],
  ])("%s brings no answer, and says why", async (_what, listener, cause) => {
    // Who is silent is given up soon; who does something may take the time that a busy machine takes.
    const http = await httpTo(listener, cause === "no-response" ? 300 : undefined);
    expect(await http.call({ method: "GET", path: "/" })).toEqual({ kind: "no-response", cause });
  });

  it("to nobody brings no answer", async () => {
    const http = createProviderHttp({ baseUrl: "http://127.0.0.1:1" });
    open.push(http);
    expect(await http.call({ method: "GET", path: "/" })).toMatchObject({ kind: "no-response" });
  });

  it("is made once: nothing is repeated or redirected on its own", async () => {
    let requests = 0;
    const http = await httpTo((_request, response) => {
      requests += 1;
      if (requests > 1) response.writeHead(302, { location: "/elsewhere" }).end();
      else response.destroy();
    });
    expect(await http.call({ method: "POST", path: "/", body: {} })).toMatchObject({
      kind: "no-response",
    });
    expect(requests).toBe(1);
    expect(await http.call({ method: "GET", path: "/" })).toMatchObject({ status: 302 });
    expect(requests).toBe(2);
  });

  it("bears headers of its own beside those of every call", async () => {
    const http = await httpTo(({ headers }, response) => {
      response.end(JSON.stringify({ accept: headers.accept, own: headers["x-own"] }));
    });
    const response = await http.call({ method: "GET", path: "/", headers: { "x-own": "1" } });
    expect(response).toMatchObject({ json: { accept: "application/json", own: "1" } });
  });

  it("tells an answer without a body from a page", async () => {
    const http = await httpTo(({ url }, response) => {
      response.writeHead(202).end(url === "/api/empty" ? "" : "<html></html>");
    });
    const read = (path: string) => http.call({ method: "POST", path });
    expect(await read("/empty")).toMatchObject({ status: 202, json: undefined, isEmpty: true });
    expect(await read("/page")).toMatchObject({ status: 202, json: undefined, isEmpty: false });
  });

  it("takes a page for what it is: no JSON", async () => {
    const http = await httpTo((_request, response) => response.end("<html></html>"));
    expect(await http.call({ method: "GET", path: "/" })).toMatchObject({
      kind: "response",
      status: 200,
      json: undefined,
    });
  });
});
