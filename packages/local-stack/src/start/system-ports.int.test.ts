import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { findFreePort } from "../processes/free-port.ts";
import { chooseSystemPorts, portNames, portOffsets } from "./system-ports.ts";
import { systemUrls, urlTable } from "./system-urls.ts";

it("replaces a port that is taken, says which, and shows the new one", async () => {
  const base = await findFreePort();
  const holder = createServer().listen(base, "127.0.0.1");
  await once(holder, "listening");

  const { ports, replaced } = await chooseSystemPorts(base);
  holder.close();

  expect(replaced).toContain("api");
  expect(ports.api).not.toBe(base);
  expect(urlTable(systemUrls(ports))).toContain(`https://localhost:${ports.api}/api/v1`);
});

it("gives no port twice", async () => {
  const { ports } = await chooseSystemPorts(await findFreePort());

  expect(new Set(Object.values(ports)).size).toBe(portNames.length);
});

it("lays the ports out without overlap", () => {
  expect(new Set(Object.values(portOffsets)).size).toBe(portNames.length);
});
