import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import { choosePort, findFreePort, isPortFree, portsFor } from "./free-port.ts";

let server: Server | undefined;

async function occupy(port: number): Promise<void> {
  server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
}

afterEach(() => {
  server?.close();
  server = undefined;
});

it("keeps the wanted port when it is free", async () => {
  const port = await findFreePort();

  expect(await choosePort(port)).toBe(port);
});

it("replaces a taken port by a free one", async () => {
  const port = await findFreePort();
  await occupy(port);

  const chosen = await choosePort(port);

  expect(chosen).not.toBe(port);
  expect(await isPortFree(chosen)).toBe(true);
});

it("stays below the ports that the system gives to outgoing connections", () => {
  expect(portsFor(32_768)).toEqual({ first: 10_000, count: 22_768 });
  expect(portsFor(1_024)).toEqual({ first: 10_000, count: 22_768 });
});
