import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findFreePort } from "@sanu/local-stack";
import { expect, it, onTestFinished } from "vitest";
import { startCallbackForwarder } from "./callback-forwarder.ts";

it("takes a callback to the next gateway where nobody listens at the first", async () => {
  const gateway = createServer((_, response) => response.writeHead(202).end());
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void gateway.close());
  const { port } = gateway.address() as AddressInfo;
  const dead = `http://127.0.0.1:${await findFreePort()}`;
  const forwarder = await startCallbackForwarder(() => [dead, `http://127.0.0.1:${port}`]);
  onTestFinished(() => forwarder.close());

  expect(await forwarder.deliver({ headers: {}, body: Buffer.from("{}") })).toBe(202);
});

it("says that there was no answer where nobody listens anywhere", async () => {
  const dead = `http://127.0.0.1:${await findFreePort()}`;
  const forwarder = await startCallbackForwarder(() => [dead]);
  onTestFinished(() => forwarder.close());

  await expect(forwarder.deliver({ headers: {}, body: Buffer.from("{}") })).rejects.toThrow();
});
