import { gzipSync } from "node:zlib";
import { eventually, openRaw } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { unwantedBodyLimits } from "../limits.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();
const env = { CALLBACKS_PER_ADDRESS_AND_MINUTE: "1" };
const test = await startGateway({ signer, env });
afterAll(() => test.stop());
const tokenLine = `Authorization: Bearer ${signer.token()}\r\n`;

const open = () => openRaw(test.gateway.port());
const head = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n\r\n`;
const json = "Content-Type: application/json\r\n";
const endless = "Content-Length: 10000000000";

describe("a body that nobody wants", () => {
  it.each([
    ["of a path that is not there", "/nowhere", endless, 404],
    ["of JSON for such a path", "/api/v1/nowhere", `${json}Content-Length: 2`, 404],
    ["of somebody without a token", "/api/v1/transactions/create", json + endless, 401],
    ["that says to be too large", "/api/v1/auth/login", json + endless, 413],
    [
      "of a form that says so",
      "/api/v1/kyc",
      `${tokenLine}Content-Type: multipart/form-data; boundary=x\r\n${endless}`,
      413,
    ],
    ["that is packed", "/api/v1/auth/login", `${json}Content-Encoding: gzip\r\n${endless}`, 415],
    ["of another type", "/api/v1/auth/login", `Content-Type: text/plain\r\n${endless}`, 415],
    ["of packed chunks", "/nowhere", "Transfer-Encoding: gzip, chunked", 400],
    ["of a method that is not there", "/openapi.json", endless, 405],
    ["of JSON for such a method", "/api/v1/rates", `${json}Content-Length: 2`, 405],
  ])("%s is not waited for: %s", async (_what, path, more, status) => {
    const connection = await open();
    connection.send(head(path, more));
    await eventually("the answer is whole", () => connection.received().endsWith("}"));

    expect(connection.received()).toContain(`HTTP/1.1 ${status} `);
    expect(connection.received()).toContain("\r\nconnection: close\r\n");
    connection.leave();
  });

  it("is read a little further, so that its client reads the answer, and then cut off", async () => {
    const connection = await open();
    connection.send(head("/nowhere", endless));
    const part = Buffer.alloc(unwantedBodyLimits.discardedBytesMax / 4);
    for (let sent = 0; sent < 8; sent += 1) connection.send(part);

    expect(await connection.untilClosed()).toContain("HTTP/1.1 404 ");
  });

  it("of an address that sent too many is not waited for", async () => {
    const callback = (more: string) => head("/webhooks/sandbox", `${json}${more}`);
    const connection = await open();
    connection.send(`${callback("Content-Length: 2")}{}`);
    await eventually("the first is answered", () => connection.received().endsWith("}"));
    connection.send(callback(endless));
    await eventually("the second is refused", () => connection.received().includes(" 429 "));
    connection.leave();
  });

  it("is not asked for where its client waits to be asked, and is where it is wanted", async () => {
    const [refused, wanted] = [await open(), await open()];
    const waiting = `${json}Expect: 100-continue\r\nContent-Length: 2`;
    refused.send(head("/api/v1/transactions/create", waiting));
    wanted.send(head("/api/v1/auth/login", waiting));
    await eventually("it is asked for", () => wanted.received().includes("HTTP/1.1 100 Continue"));
    wanted.send("{}");
    await eventually("it was read", () => wanted.received().includes("HTTP/1.1 422 "));
    await eventually("it was refused", () => refused.received().includes("HTTP/1.1 401 "));
    expect(refused.received()).not.toContain("100 Continue");
    for (const each of [refused, wanted]) each.leave();
  });

  it("costs nobody his connection where all of it came with its headers", async () => {
    const connection = await open();
    const request = `${head("/nowhere", "Content-Length: 2")}{}`;
    connection.send(request);
    await eventually("it is answered", () => connection.received().endsWith("}"));
    connection.send(request);
    await eventually("so is the next", () => connection.received().split(" 404 ").length === 3);
    expect(connection.received()).not.toContain("connection: close");
    connection.leave();
  });
});

describe("a packed body", () => {
  it.each(["gzip", "br", "deflate", "zstd", "x"])("is of another type: %s", async (encoding) => {
    const headers = { "content-type": "application/json", "content-encoding": encoding };
    for (const path of ["/api/v1/auth/login", "/api/v1/quotes"]) {
      const call = { token: signer.token(), rawBody: gzipSync("{}"), headers };
      const response = await test.api.call("POST", path, call);
      expect([response.status, response.json()]).toMatchObject([
        415,
        { code: "unsupported-media-type" },
      ]);
    }
  });

  it("is read as it is where it only says that it is not packed", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "identity" };
    const response = await test.api.call("POST", "/api/v1/auth/login", { rawBody: "{}", headers });
    expect(response.status).toBe(422);
  });
});
