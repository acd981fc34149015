import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { fastify } from "fastify";
import { afterEach, expect, it } from "vitest";
import { limitSlowBodies } from "./slow-bodies.ts";

const app = fastify();
app.decorate("docsUrl", "https://sanu.example/docs");
limitSlowBodies(app, 100);
app.post("/slow", async () => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { done: true };
});
app.post("/documents", { config: { isTransfer: true } }, async () => "taken");

afterEach(() => app.close());

/** Sends a head that promises more than comes, and what comes later; reads until the other side closes. */
async function trickle(path: string, first: string, later = "", afterMs = 0): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (part: Buffer) => {
    received += part.toString();
  });
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n${first}`);
  setTimeout(() => socket.write(later), afterMs);
  await once(socket, "close");
  return received;
}

it("ends a body that does not come in time, and no work on one that came, and no documents", async () => {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const [slow, worked, documents] = await Promise.all([
    trickle("/slow", "{"),
    trickle("/slow", "{}"),
    trickle("/documents", "{", "}", 300),
  ]);

  expect(slow).toContain("HTTP/1.1 408");
  expect(slow).toContain('"code":"request-timeout"');
  expect(worked).toContain('{"done":true}');
  expect(documents).toContain("taken");
});
