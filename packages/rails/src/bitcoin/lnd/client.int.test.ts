import type { RequestListener } from "node:http";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  listenTo,
  type TestCertificate,
  testCertificate,
} from "../../http/secure-server.fixture.ts";
import type { LndAnswer } from "./answer.ts";
import { createLndClient, type LndClientOptions, lndLimits } from "./client.ts";

let own: TestCertificate;
const open: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  own = await testCertificate("alice");
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function clientOf(listener: RequestListener, options: Partial<LndClientOptions> = {}) {
  const server = await listenTo(listener, own);
  const client = createLndClient({
    url: server.url,
    certificate: own.cert,
    macaroon: "0201",
    callTimeoutMs: 20_000,
    streamIdleMs: 10_000,
    ...options,
  });
  open.push(client, server);
  return client;
}

const info = { method: "GET", path: "/v1/getinfo" } as const;
const lines = { method: "GET", path: "/v1/invoices/subscribe" } as const;

async function all(stream: AsyncIterable<LndAnswer>): Promise<readonly LndAnswer[]> {
  const answers: LndAnswer[] = [];
  for await (const answer of stream) answers.push(answer);
  return answers;
}

describe("a call to lnd", () => {
  it("bears the macaroon, to the server whose certificate is pinned, whatever its name", async () => {
    const client = await clientOf(({ headers, method, url }, response) => {
      const macaroon = headers["grpc-metadata-macaroon"];
      response.end(JSON.stringify({ macaroon, method, url }));
    });
    expect(await client.call(info)).toEqual({
      kind: "answer",
      json: { macaroon: "0201", method: "GET", url: "/v1/getinfo" },
    });
  });

  it("reaches nobody who has another certificate, or one that has run out", async () => {
    let calls = 0;
    const count: RequestListener = (_request, response) => {
      calls += 1;
      response.end("{}");
    };
    const stranger = await clientOf(count, { certificate: (await testCertificate("alice")).cert });
    const untrusted = { kind: "unknown", cause: "untrusted-certificate" };
    expect(await stranger.call(info)).toEqual(untrusted);
    expect(await all(stranger.stream(lines))).toEqual([untrusted]);

    const old = await testCertificate("alice", new Date(Date.now() - 1_000));
    const server = await listenTo(count, old);
    const late = createLndClient({ url: server.url, certificate: old.cert, macaroon: "00" });
    open.push(late, server);
    expect(await late.call(info)).toEqual(untrusted);
    expect(calls).toBe(0);
  });

  it("says what the node refuses, and what is only its condition", async () => {
    const said = { code: 2, message: "invoice already canceled", details: [] };
    const client = await clientOf((_request, response) =>
      response.writeHead(500).end(JSON.stringify(said)),
    );
    expect(await client.call(info)).toEqual({
      kind: "refusal",
      status: 500,
      code: 2,
      message: "invoice already canceled",
    });
    said.message = "wallet locked, unlock it to enable full RPC access";
    expect(await client.call(info)).toEqual({ kind: "unknown", cause: "node-locked" });
  });

  it("that is never answered ends with its own time", async () => {
    const client = await clientOf(() => undefined);
    const answer = await client.call({ ...info, timeoutMs: 50 });
    expect(answer).toEqual({ kind: "unknown", cause: "no-response" });
  });
});

describe("a stream of lnd", () => {
  const result = (text: string) => `${JSON.stringify({ result: { text } })}\n`;
  const answered = (text: string) => ({ kind: "answer", json: { text } });

  it("is told line by line, however its bytes are cut, and ends where the node ends it", async () => {
    const whole = Buffer.from(`${result("é")}\n${result("two")}`);
    const client = await clientOf((_request, response) => {
      response.write(whole.subarray(0, 20));
      setTimeout(() => response.end(whole.subarray(20)), 20);
    });
    expect(await all(client.stream(lines))).toEqual([answered("é"), answered("two")]);
  });

  it("may begin well and end with a refusal", async () => {
    const error = { error: { code: 6, message: "payment is in transition", details: [] } };
    const client = await clientOf((_request, response) =>
      response.end(`${result("one")}${JSON.stringify(error)}\n`),
    );
    expect(await all(client.stream(lines))).toEqual([
      answered("one"),
      { kind: "refusal", status: 200, code: 6, message: "payment is in transition" },
    ]);
  });

  it.each<readonly [what: string, listener: RequestListener, cause: string]>([
    ["says nothing, not even a header", () => undefined, "no-response"],
    ["falls silent", (_, response) => void response.write(result("one")), "no-response"],
    ["breaks", ({ socket }) => void socket.destroy(), "connection-lost"],
    [
      "has a line without end",
      (_, response) => void response.write("x".repeat(lndLimits.streamLineBytesMax + 1)),
      "unreadable-response",
    ],
    ["is a page", (_, response) => void response.end("<html></html>"), "unreadable-response"],
  ])("that %s ends with a word that it is unknown", async (_what, listener, cause) => {
    // Who is silent is given up soon; who answers may take the time that a busy machine takes.
    const client = await clientOf(listener, cause === "no-response" ? { streamIdleMs: 150 } : {});
    expect((await all(client.stream(lines))).at(-1)).toEqual({ kind: "unknown", cause });
  });

  it("ends when we want it to", async () => {
    const closed = Promise.withResolvers<void>();
    const client = await clientOf((request, response) => {
      request.on("close", closed.resolve);
      response.write(result("one"));
    });
    for await (const answer of client.stream(lines)) {
      expect(answer).toEqual(answered("one"));
      break;
    }
    await closed.promise;
  });
});
