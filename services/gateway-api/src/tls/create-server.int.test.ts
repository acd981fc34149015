import type { AddressInfo } from "node:net";
import { openRaw } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { createConnectionGuard } from "../connections/guard-connections.ts";
import { respondToBrokenConnection } from "../plugins/broken-connections.ts";
import { generatedCertificate } from "./certificate.ts";
import { createHttpServer } from "./create-server.ts";

const guard = createConnectionGuard({ openMax: 10, perAddressMax: 10 }, []);
const server = createHttpServer(
  (_request, response) => {
    response.write("begun ");
    setTimeout(() => response.end("and ended"), 300);
  },
  {
    certificate: await generatedCertificate({ names: [], dataDir: undefined }),
    guard,
    awaited: new WeakSet(),
    limits: { headersTimeoutMs: 200, timeoutCheckMs: 50, handshakeTimeoutMs: 20_000 },
  },
);
const docsUrl = "https://sanu.example/docs";
const securityHeaders = { "x-frame-options": "DENY" };
const { isAnswering } = guard;
server.on("clientError", respondToBrokenConnection({ docsUrl, securityHeaders, isAnswering }));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());
const port = () => (server.address() as AddressInfo).port;

describe("a connection over TLS", () => {
  it.each([
    ["nothing", ""],
    ["headers that never end", "GET / HTTP/1.1\r\nHost: x\r\nX-One: "],
  ])("that sends %s is ended in time", async (_what, bytes) => {
    const connection = await openRaw(port());
    connection.send(bytes);
    const response = await connection.untilClosed();
    expect(response).toContain("HTTP/1.1 408 Request Timeout");
    expect(response).toContain("x-frame-options: DENY");
  });

  it("that sends nonsense while it is answered has nothing put into the answer", async () => {
    const connection = await openRaw(port());
    connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n");
    expect(await connection.untilClosed()).not.toContain("bad-request");
  });

  it.each([
    "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305",
  ])("is made with %s", async (ciphers) => {
    const connection = await openRaw(port(), { maxVersion: "TLSv1.2", ciphers });
    expect(connection.isClosed()).toBe(false);
    connection.leave();
  });

  it.each(["ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384", "AES128-GCM-SHA256"])(
    "is not made with %s, which keeps no secret or no order",
    async (suite) => {
      const offered = { maxVersion: "TLSv1.2", ciphers: `${suite}:@SECLEVEL=0` } as const;
      await expect(openRaw(port(), offered)).rejects.toThrow(/handshake failure/);
    },
  );

  it("is of HTTP/1.1, and of nothing else that a client might offer", async () => {
    await expect(openRaw(port(), { ALPNProtocols: ["h2"] })).rejects.toThrow(
      /application protocol/,
    );
    const connection = await openRaw(port(), { ALPNProtocols: ["h2", "http/1.1"] });
    connection.leave();
  });
});
