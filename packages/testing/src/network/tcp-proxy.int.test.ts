import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

const body = "x".repeat(4_000);

describe("the proxy that breaks wires", () => {
  let server: Server;
  let proxy: TcpProxy;

  beforeAll(async () => {
    server = createServer((_request, response) => response.end(body)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    proxy = await startTcpProxy({ port: (server.address() as AddressInfo).port });
  });

  afterEach(() => proxy.setWire({ kind: "clear" }));

  afterAll(async () => {
    await proxy.close();
    server.close();
  });

  const get = async (timeoutMs = 1_000) => {
    const answer = await request(`http://127.0.0.1:${proxy.port}/`, {
      reset: true,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return answer.body.text();
  };

  it("passes everything while the wire is clear", async () => {
    expect(await get()).toBe(body);
  });

  it("refuses connections while the wire is cut and serves again afterwards", async () => {
    proxy.setWire({ kind: "cut" });
    await expect(get()).rejects.toThrow();
    proxy.setWire({ kind: "clear" });
    expect(await get()).toBe(body);
  });

  it("lets a request hang while the wire is half-open", async () => {
    proxy.setWire({ kind: "half-open" });
    await expect(get(200)).rejects.toThrow("timeout");
  });

  it("keeps what the program says from the server while the wire is mute", async () => {
    let heard = 0;
    const count = () => (heard += 1);
    server.on("request", count);
    proxy.setWire({ kind: "mute" });
    await expect(get(200)).rejects.toThrow("timeout");
    server.off("request", count);
    expect(heard).toBe(0);
  });

  it("delays every answer of a slow wire", async () => {
    proxy.setWire({ kind: "slow", latencyMs: 150 });
    await expect(get(200)).rejects.toThrow("timeout");
    expect(await get(2_000)).toBe(body);
  });

  it("resets a connection in the middle of a body", async () => {
    proxy.setWire({ kind: "reset", afterBytes: 500 });
    await expect(get()).rejects.toThrow();
  });

  it("drips so slowly that no body arrives in time", async () => {
    proxy.setWire({ kind: "drip", bytesPerSecond: 100 });
    await expect(get(300)).rejects.toThrow("timeout");
  });
});
