import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { askOwnAddress } from "./ask-own-address.ts";

it("asks our address once as a stranger would, follows nothing, and says when nobody answers", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(request.url === "/away" ? 302 : 401, { location: "/elsewhere" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => new URL(`http://127.0.0.1:${port}${path}`);

  expect(await askOwnAddress(at("/webhooks/one"))).toBe(401);
  expect(await askOwnAddress(at("/away"))).toBe(302);
  expect(asked).toEqual(["POST /webhooks/one", "POST /away"]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await askOwnAddress(at("/"))).toBe("no-response");
});
