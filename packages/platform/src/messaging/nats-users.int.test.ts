import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetKyc, GetRemaining, natsAuthorization, otherLoginOf } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { type Nats, startNats } from "@sanu/local-stack";
import { eventually, fairNowMs } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { secret } from "../config/secret.ts";
import { connectNats, type Messaging } from "./connect-nats.ts";
import { messagingLimits } from "./limits.ts";
import { logConnection } from "./log-connection.ts";
import { handleRequest } from "./serve.ts";

const right = "right";
const context = { correlationId: "request-1", causationId: "command-1" };
const accountId = newId() as AccountId;
const folder = mkdtempSync(join(tmpdir(), "sanu-users-"));
let nats: Nats;

const start = (password: string, port?: number, passwordOf = (_login: string) => password) =>
  startNats({
    storeDir: folder,
    authorization: natsAuthorization("", (login) => JSON.stringify(passwordOf(login))),
    ...(port !== undefined && { port }),
  });
const connect = (name: string): Promise<Messaging> =>
  connectNats({ url: nats.url, name, password: secret(right), namespace: "" });

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  nats = await start(right);
});
afterAll(async () => {
  await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("comes back to a server that had the wrong users for a while", async () => {
  const [gateway, service] = [await connect("gateway-api"), await connect("transactions")];
  service.serve({
    handlers: [handleRequest(GetRemaining, async () => ({ remaining: 1 }))],
    onFault: () => undefined,
  });
  const { port } = nats;
  await nats.stop();
  nats = await start("wrong", port);
  let refused = 0;
  const count = async () => {
    for await (const { type } of gateway.connection.status()) if (type === "error") refused += 1;
  };
  void count();
  await eventually("it was refused again and again", () => refused >= 3);
  await nats.stop();
  nats = await start(right, port);

  await eventually("both are back", () => gateway.isConnected() && service.isConnected());
  await eventually("an ask is answered", async () => {
    const answer = await gateway.request(GetRemaining, { accountId }, { context });
    return answer.kind === "replied";
  });
  await gateway.close();
  await service.close();
});

it("says that the login is refused, whatever comes of the other servers that the one of the setting names", async () => {
  const another = createServer().listen(0, "127.0.0.1");
  await once(another, "listening");
  const gone = portOf(another);
  another.close();
  const info = { server_id: "one", version: "2.14.0", headers: true, max_payload: 1_048_576 };
  const refusing = createServer((socket) => {
    const urls = [`127.0.0.1:${gone}`];
    socket.write(`INFO ${JSON.stringify({ ...info, proto: 1, connect_urls: urls })}\r\n`);
    socket.on("data", () => socket.end("-ERR 'Authorization Violation'\r\n"));
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const url = `nats://127.0.0.1:${portOf(refusing)}`;
  const connecting = connectNats({ url, name: "payments", password: secret(right), namespace: "" });
  await expect(connecting).rejects.toThrow("Authorization Violation");
  refusing.close();
});

it("says at once that an ask is not allowed, and writes it down", async () => {
  const payments = await connect("payments");
  const lines: unknown[] = [];
  const writeLine = (line: unknown) => void lines.push(line);
  logConnection(payments, { warn: writeLine, error: writeLine });
  const from = fairNowMs();
  const answer = await payments.request(GetKyc, { accountId }, { context });

  expect(answer).toEqual({ kind: "unavailable", cause: "no-responders" });
  expect(fairNowMs() - from).toBeLessThan(messagingLimits.requestTimeoutMs);
  await eventually("it is written down", () => lines.length > 0);
  expect(lines).toEqual([{ operation: "publish", subject: `request.identity.${GetKyc.name}` }]);
  expect(payments.trouble()).toBeUndefined();
  await payments.close();
});

it("is not ready when it may not listen where it has to", async () => {
  const payments = await connect("payments");
  payments.subscribeCore("request.payouts.can-disburse", () => undefined);

  await eventually("it says so", () => payments.trouble() !== undefined);
  expect(payments.trouble()).toBe("may not listen to request.payouts.can-disburse");
  await payments.close();
});

/** Tries deploy/runbooks/rotate-secrets.md. */
it("has two logins for a service, so that the password of one changes while the other works", async () => {
  const other = await connectNats({
    url: nats.url,
    name: "transactions",
    user: otherLoginOf("transactions"),
    password: secret(right),
    namespace: "",
  });
  const gateway = await connect("gateway-api");
  other.serve({
    handlers: [handleRequest(GetRemaining, async () => ({ remaining: 7 }))],
    onFault: () => undefined,
  });
  const { port } = nats;
  await nats.stop();
  nats = await start(right, port, (login) => (login === "transactions" ? "new" : right));

  await eventually("it is served under the other login", async () => {
    const answer = await gateway.request(GetRemaining, { accountId }, { context });
    return answer.kind === "replied" && answer.data.remaining === 7;
  });
  const back = connectNats({
    url: nats.url,
    name: "transactions",
    password: secret("new"),
    namespace: "",
  });
  expect(await back.then((one) => one.close())).toBeUndefined();
  await expect(connect("transactions")).rejects.toThrow(/uthori[sz]ation/);
  await gateway.close();
  await other.close();
});
